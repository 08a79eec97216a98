"""`superko verify`: certificates of values, made by `superko solve`, and checked by the clauses alone."""

from __future__ import annotations

import sys

import click

from ... import __version__
from ...interpreter.files import contents
from ...interpreter.json_lines import parse_json
from ...interpreter.rules_files import ClauseFailed
from ...interpreter.wording import full_sentence
from ..solving.certificate import LEVELS, Certificate, RulesNotNamed, check
from ..solving.solution import uncapitalised
from ..solving.verifier import NotKept
from ..telling.options import (
    BadRequest,
    NamedRules,
    after_turns,
    optional_rules,
    refusing,
)
from ..telling.terminal import Exit

_MOST_BYTES = 1 << 28


@click.command("verify")
@click.argument("file", metavar="FILE")
@optional_rules("Hold it to be of these rules; FILE.py:NAME where its clauses were amended, as it holds none of them.")
def verify_command(file: str, named: NamedRules | None) -> None:
    """Check a certificate that `superko solve` wrote, node by node.

    Only the interpreter is asked: which turns are legal by the clauses, what they lead to, and how a game comes out. At
    each node the player has one turn, and an answer to every turn of the opponent's. The game that it is of is printed;
    where rules are named, it must be of them.

    Exits with 0 when the certificate holds, with 1 when it does not, and with 2 when the file holds none.
    """
    with refusing():
        content, name = contents(file, _MOST_BYTES)
    try:
        if not content:
            raise ValueError("it is empty.")
        fields = parse_json(content, LEVELS)
        if not isinstance(fields, dict):
            raise ValueError("it is no JSON object.")
        certificate = Certificate.from_json(fields, after_turns, named and named.rules)
        if named is not None and named.rules != certificate.game.rules:
            raise NotKept(f"It is of {certificate.place}, and other rules were asked about.")
        click.echo(check(certificate))
        if (version := certificate.fields["version"]) != __version__:
            click.echo(f"It was made by superko {version}; this is {__version__}.")
    except NotKept as error:
        click.echo(f"The certificate does not hold. {error}")
        sys.exit(Exit.DIFFERENCE)
    except (RulesNotNamed, ClauseFailed) as error:
        raise BadRequest(str(error)) from None
    except KeyError as missing:
        raise BadRequest(f"{name} holds no certificate: it has no {missing.args[0]!r}.") from None
    except (TypeError, AttributeError):
        raise BadRequest(f"{name} holds no certificate: a part of it has another form than in a certificate.") from None
    except ValueError as error:
        raise BadRequest(full_sentence(f"{name} holds no certificate: {uncapitalised(str(error))}")) from None
