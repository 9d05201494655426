// A small server that speaks OpenAI's chat protocol on this machine, for one GGUF model.
//
//   npm install node-llama-cpp
//   node server.mjs --model MODEL.gguf [--port 8765] [--grammar on|off] [--threads 1]
//
// It answers one request after the other. With --grammar on it holds the model to a `json_schema`; with off it refuses
// `response_format`, as servers without constrained decoding do.
import http from "node:http";
import path from "node:path";
import {parseArgs} from "node:util";
import {getLlama, LlamaChatSession, LlamaLogLevel} from "node-llama-cpp";

const {values: given} = parseArgs({
    options: {
        model: {type: "string"},
        port: {type: "string", default: "8765"},
        grammar: {type: "string", default: "on"},
        threads: {type: "string", default: "1"}
    }
});
const llama = await getLlama({gpu: false, build: "never", logLevel: LlamaLogLevel.error, maxThreads: Number(given.threads)});
const model = await llama.loadModel({modelPath: path.resolve(given.model)});
const context = await model.createContext({contextSize: 2048, threads: Number(given.threads)});
const sequence = context.getSequence();
const name = path.basename(given.model, ".gguf");

class Refused extends Error {}

// A model as small as this one may never end a text by itself: texts are bounded, so that it comes to its verdict.
function bounded(schema) {
    if (Array.isArray(schema)) return schema.map(bounded);
    if (schema === null || typeof schema !== "object") return schema;
    const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bounded(value)]));
    return schema.type === "string" && !schema.enum && !schema.const ? {...inner, maxLength: 160} : inner;
}

async function grammarOf(form) {
    if (form === undefined || form.type === "text") return undefined;
    if (given.grammar !== "on" || form.type !== "json_schema")
        throw new Refused(`response_format of type ${form.type} is not supported by this server`);
    return await llama.createGrammarForJsonSchema(bounded(form.json_schema.schema));
}

async function complete(asked) {
    for (const unknown of ["logprobs", "top_logprobs"])
        if (asked[unknown]) throw new Refused(`${unknown} is not supported by this server`);
    const text = (role) => asked.messages.filter((one) => one.role === role).map((one) => one.content).join("\n\n");
    const grammar = await grammarOf(asked.response_format);
    const session = new LlamaChatSession({contextSequence: sequence, systemPrompt: text("system")});
    try {
        const {responseText, stopReason} = await session.promptWithMeta(text("user"), {
            grammar,
            temperature: asked.temperature ?? 0,
            seed: asked.seed ?? 1,
            maxTokens: Math.min(asked.max_completion_tokens ?? asked.max_tokens ?? 256, 256)
        });
        const sent = model.tokenize(text("system") + text("user")).length;
        const replied = model.tokenize(responseText).length;
        return {
            id: "local", object: "chat.completion", created: 0, model: name,
            choices: [{
                index: 0,
                message: {role: "assistant", content: responseText},
                finish_reason: stopReason === "maxTokens" ? "length" : "stop"
            }],
            usage: {prompt_tokens: sent, completion_tokens: replied, total_tokens: sent + replied}
        };
    } finally {
        session.dispose({disposeSequence: false});
        await sequence.clearHistory();
    }
}

let before = Promise.resolve();
function inTurn(work) {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
}

function respond(response, status, told) {
    const body = Buffer.from(JSON.stringify(told));
    response.writeHead(status, {"content-type": "application/json", "content-length": body.length});
    response.end(body);
}

const server = http.createServer(async (request, response) => {
    try {
        if (request.method === "GET" && request.url === "/v1/models")
            return respond(response, 200, {object: "list", data: [{id: name, object: "model", owned_by: "local"}]});
        if (request.method !== "POST" || request.url !== "/v1/chat/completions")
            return respond(response, 404, {error: {message: "there is nothing here"}});
        const pieces = [];
        for await (const piece of request) pieces.push(piece);
        const asked = JSON.parse(Buffer.concat(pieces).toString());
        respond(response, 200, await inTurn(() => complete(asked)));
    } catch (error) {
        const status = error instanceof Refused || error instanceof SyntaxError ? 400 : 500;
        respond(response, status, {error: {message: String(error.message ?? error), type: "invalid_request_error"}});
    }
});
server.listen(Number(given.port), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/v1#${name}`);
});
