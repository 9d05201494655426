"""What click finds wrong with a command line, said as a problem: what, where, and the nearest right flag."""

from __future__ import annotations

import click

from arbitree.cli.commands import COMMANDS
from arbitree.core.nearest import nearest
from arbitree.errors import Problem


def problem_of(error: click.ClickException) -> Problem:
    """The problem that an error of click's stands for."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "arbitree"
    usage = f"`{command} --help` shows what it takes"
    if isinstance(error, click.NoSuchOption):
        flags = _flags(context) if context is not None else []
        like = nearest(error.option_name, flags)
        return Problem(
            code="X301",
            what=f'there is no option "{error.option_name}"',
            where=command,
            mend=f"did you mean {like}?" if like else usage,
        )
    if isinstance(error, click.MissingParameter):
        what = f"{_name(error)} is missing"
        return Problem(code="X302", what=what, where=command, mend=_usage(context) or usage)
    if isinstance(error, click.BadParameter):
        what = f"{_name(error)}: {_sentence(error.message)}"
        return Problem(code="X303", what=what, where=command, mend=usage)
    message = _sentence(error.format_message())
    if message.startswith("no such command"):
        word = message.partition("'")[2].partition("'")[0]
        like = nearest(word, COMMANDS)
        mend = f"did you mean `arbitree {like}`?" if like else f"commands: {', '.join(COMMANDS)}"
        return Problem(code="X304", what=f'there is no command "{word}"', where="arbitree", mend=mend)
    return Problem(code="X305", what=message, where=command, mend=usage)


def _flags(context: click.Context) -> list[str]:
    return [flag for param in context.command.get_params(context) for flag in (*param.opts, *param.secondary_opts)]


def _name(error: click.BadParameter) -> str:
    if error.param is None:
        return "an argument"
    if isinstance(error.param, click.Argument):
        return error.param.make_metavar(error.ctx) if error.ctx is not None else (error.param.name or "").upper()
    return error.param.opts[-1]


def _usage(context: click.Context | None) -> str:
    return (
        "write " + " ".join([context.command_path, *context.command.collect_usage_pieces(context)]) if context else ""
    )


def _sentence(message: str) -> str:
    text = " ".join(message.split()).rstrip(".")
    return text[:1].lower() + text[1:]
