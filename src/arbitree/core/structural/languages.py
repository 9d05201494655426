"""The languages that the test `language` knows: their codes, English names and scripts."""

from __future__ import annotations

import unicodedata
from typing import Final

_LATIN: Final = (
    "af Afrikaans,az Azerbaijani,bs Bosnian,ca Catalan,cs Czech,cy Welsh,da Danish,de German,en English,eo Esperanto,"
    "es Spanish,et Estonian,eu Basque,fi Finnish,fr French,ga Irish,gl Galician,hr Croatian,hu Hungarian,id Indonesian,"
    "is Icelandic,it Italian,la Latin,lb Luxembourgish,lt Lithuanian,lv Latvian,mg Malagasy,ms Malay,mt Maltese,"
    "nl Dutch,nn Nynorsk,no Norwegian,oc Occitan,pl Polish,pt Portuguese,ro Romanian,sk Slovak,sl Slovenian,so Somali,"
    "sq Albanian,sv Swedish,sw Swahili,tl Tagalog,tr Turkish,uz Uzbek,vi Vietnamese"
)
_OTHER: Final = (
    "am Amharic ETHIOPIC,ar Arabic ARABIC,be Belarusian CYRILLIC,bg Bulgarian CYRILLIC,bn Bengali BENGALI,"
    "el Greek GREEK,fa Persian ARABIC,gu Gujarati GUJARATI,he Hebrew HEBREW,hi Hindi DEVANAGARI,hy Armenian ARMENIAN,"
    "ja Japanese HIRAGANA+KATAKANA+CJK,ka Georgian GEORGIAN,kk Kazakh CYRILLIC,km Khmer KHMER,kn Kannada KANNADA,"
    "ko Korean HANGUL+CJK,ky Kyrgyz CYRILLIC,lo Lao LAO,mk Macedonian CYRILLIC,ml Malayalam MALAYALAM,"
    "mn Mongolian CYRILLIC,mr Marathi DEVANAGARI,my Burmese MYANMAR,ne Nepali DEVANAGARI,pa Punjabi GURMUKHI,"
    "ps Pashto ARABIC,ru Russian CYRILLIC,si Sinhala SINHALA,sr Serbian CYRILLIC+LATIN,ta Tamil TAMIL,"
    "te Telugu TELUGU,tg Tajik CYRILLIC,th Thai THAI,uk Ukrainian CYRILLIC,ur Urdu ARABIC,zh Chinese CJK+BOPOMOFO"
)

NAMES: Final = {entry.split()[0]: entry.split()[1] for entry in sorted([*_LATIN.split(","), *_OTHER.split(",")])}
"""The English name of each language by its ISO 639-1 code."""

SCRIPTS: Final = dict.fromkeys(NAMES, ("LATIN",)) | {
    entry.split()[0]: tuple(entry.split()[2].split("+")) for entry in _OTHER.split(",")
}
"""The scripts of each language, as Unicode names them."""

AS_ONE: Final = {"nn": "no", "nb": "no", "ms": "id", "bs": "hr", "sr": "hr"}
"""Languages whose texts cannot be told apart surely, by the code that stands for them."""

_ALSO: Final = (
    "nb no,bokmål no,bokmal no,mandarin zh,farsi fa,filipino tl,fil tl,castilian es,slovene sl,flemish nl,moldovan ro,"
    "gaelic ga,iw he"
)
_CODES: Final = {name.lower(): code for code, name in NAMES.items()} | {
    entry.split()[0]: entry.split()[1] for entry in _ALSO.split(",")
}


def code_of(language: str) -> str | None:
    """The code of a language by its code, with or without a region, or its English name; None for an unknown one.

    >>> code_of("German"), code_of("pt-BR"), code_of("zh_Hant"), code_of("Klingon")
    ('de', 'pt', 'zh', None)
    """
    plain = language.strip().lower()
    first = plain.replace("_", "-").split("-")[0]
    if first in NAMES and (first == plain or len(plain) > 3):
        return first
    return _CODES.get(plain)


def same(code: str) -> str:
    """The code that stands for a language and those that cannot be told from it.

    >>> same("nn") == same("no"), same("de")
    (True, 'de')
    """
    return AS_ONE.get(code, code)


def share_of_scripts(text: str, code: str) -> float:
    """What part of a text's letters is of a script that the language is written in; 0 without letters.

    >>> share_of_scripts("ok", "ru"), share_of_scripts("Привет", "ru"), share_of_scripts("", "ru")
    (0.0, 1.0, 0.0)
    """
    letters = [char for char in text if char.isalpha()]
    scripts = SCRIPTS[code]
    fitting = sum(1 for char in letters if unicodedata.name(char, "").startswith(scripts))
    return fitting / len(letters) if letters else 0.0
