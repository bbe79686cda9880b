"""The code of a class, which its leader's key gives: nobody else can start a class by it.

A server that is started anew, or has forgotten a class, knows nothing of it. Were code and key
drawn apart, whoever knows the code could start it there first, and lead the class. To find another
key that gives the same code takes as many tries as there are codes, each as slow as this function
(scrypt, RFC 7914, 8 MB): some 50 days of a core for one class.
"""

import hashlib
import hmac
import re

from starlette.requests import Request

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.refused import RefusedError

NO_SUCH = "There is no class with this code. Check it, or ask your teacher for a new one."
_CODE = re.compile(f"[{limits.ALPHABET}]{{{limits.CODE_LETTERS}}}")
_SALT = b"tokviz class"
_COST = {"n": 2**13, "r": 8, "p": 1, "maxmem": 2**24, "dklen": 16}


def code_of(key: str) -> str:
    """The code that this key gives."""
    number = int.from_bytes(hashlib.scrypt(key.encode(), salt=_SALT, **_COST))
    letters = []
    for _ in range(limits.CODE_LETTERS):
        number, letter = divmod(number, len(limits.ALPHABET))
        letters.append(limits.ALPHABET[letter])
    return "".join(letters)


def is_of(code: str, key: str) -> bool:
    """Whether the key gives this code."""
    return hmac.compare_digest(code_of(key), code)


def code_in(request: Request) -> str:
    """The code that an address names, in any case."""
    code = request.path_params["code"].upper()
    if not _CODE.fullmatch(code):
        raise RefusedError(404, NO_SUCH)
    return str(code)
