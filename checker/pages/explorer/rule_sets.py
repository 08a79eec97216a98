"""The rule sets that can be shown: those that anybody can name, and those of files that the command line named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ....interpreter.rule_names import changed, key_of, parse_rules, with_rule, written_rules
from ....interpreter.rules_files import named_rules, names_a_file, without_changes
from ....interpreter.rules_listing import readings
from ....interpreter.wording import shown
from ....spec.documents import parameters_of
from ....spec.guard import word
from ....spec.parameters import PARAMETERS, READINGS
from ....spec.presets import PRESETS
from ....spec.rules import Rules


@dataclass(frozen=True)
class RuleSets:
    """The rules of files by the text that named them; whoever sends an address can name no other file.

    Attributes:
        of_files: the rules that the command line named by `FILE.py:NAME`, without the parameters changed after it.
    """

    of_files: Mapping[str, Rules]

    def named(self, text: str) -> Rules:
        """The rules that a text names.

        Raises:
            ValueError: it names none, or those of a file that the command line did not name.
        """
        if not names_a_file(text):
            return parse_rules(text)
        base, changes = _in_parts(text)
        if base not in self.of_files:
            raise ValueError(f"{shown(base)} was not named when the explorer was started; name it there by --rules.")
        return changed(self.of_files[base], changes, base)

    def written(self, text: str) -> str:
        """The shortest text for the rules that a text names."""
        return text.strip() if names_a_file(text) else written_rules(parse_rules(text))

    def with_rule(self, text: str, key: str, value: str) -> str:
        """The text for the rules that a text names, with one parameter or reading changed.

        Raises:
            ValueError: there is no such parameter, or it has no such value.
        """
        rules = with_rule(self.named(text), key, value)
        if not names_a_file(text):
            return written_rules(rules)
        return with_change(text, key, value)

    def presets(self) -> list[str]:
        """What one can choose from by name: those of files first."""
        return [*self.of_files, *PRESETS]


def with_change(text: str, key: str, value: str) -> str:
    """The text that names rules of a file, with a parameter changed in the place of what it said of that.

    >>> with_change("my_rules.py:RULES,komi=7,ko=SIMPLE", "komi", "6.5")
    'my_rules.py:RULES,ko=SIMPLE,komi=6.5'
    """
    base, changes = _in_parts(text)
    kept = [change for change in changes if key_of(change.partition("=")[0].strip()) != key_of(key)]
    return ",".join([base, *kept, f"{key_of(key)}={value}"])


def _in_parts(text: str) -> tuple[str, list[str]]:
    """The text that names rules of a file, without the changes after it; and those."""
    base = without_changes(text)
    changes = text.strip().removeprefix(base).removeprefix(",")
    return base, changes.split(",") if changes else []


def rule_sets(named: Iterable[str]) -> RuleSets:
    """The rule sets that can be shown where the command line named these.

    Raises:
        ValueError: as for `named_rules`.
    """
    files = [without_changes(text) for text in named if names_a_file(text)]
    return RuleSets({text: named_rules(text) for text in files})


def parameters_to_choose(rules: Rules) -> list[dict[str, object]]:
    """Every parameter and reading that the document of some rules has, with its value and the values there are.

    A parameter that takes any number has no list of values.

    >>> [(one["key"], one["value"]) for one in parameters_to_choose(PRESETS["aga-area"])][:2]
    [('scoring', 'AREA'), ('komi', '0')]
    """
    has = parameters_of(rules)
    parameters: list[dict[str, object]] = [
        {
            "key": parameter.key,
            "word": parameter.title,
            "value": word(rules.parameter(name)),
            "values": [word(value) for value in ((True, False) if parameter.kind is bool else parameter.values)],
        }
        for name, parameter in PARAMETERS.items()
        if name in has
    ]
    return parameters + [
        {"key": name, "word": READINGS[name].question, "value": value, "values": list(READINGS[name].values)}
        for name, value in readings(rules).items()
    ]
