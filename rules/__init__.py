"""Dither's rules: pure functions from a fight and a command to what happens. No word of Discord.

`decide` answers a command with events or a Refusal; `apply` changes the encounter by an event; `play`
does both, with all that follows on by itself; `view` gives an event as one viewer may see it.
"""

from rules.abilities import AbilityLine, as_ability, is_immediate, read_ability, told_ability
from rules.astray import astray
from rules.catalogue import CATALOGUE, Action, action
from rules.commands import Command
from rules.decide import decide, play
from rules.declaration import WAIVABLE, asks_time
from rules.dice import Dice, SeededDice
from rules.durations import ends as effect_ends
from rules.durations import left as effect_left
from rules.durations import running as running_effects
from rules.encounter import Encounter, apply
from rules.envelopes import Envelope, envelope, told_digest
from rules.events import Event
from rules.explain import RULES, Rule, explain
from rules.housepage import rows as setting_rows
from rules.housepage import told as told_setting
from rules.housepage import with_setting
from rules.naming import NAMINGS, Naming, names_for, stem
from rules.nature import is_spell_named
from rules.notation import read_minors, read_move, read_weapons, told_weapons
from rules.pins import waiting as waiting_pins
from rules.preview import preview, preview_change
from rules.record import fold
from rules.refusal import Refusal
from rules.replay import FightRecord
from rules.rulesets import RULESETS
from rules.rulesets.phases.nature import must_be_declared
from rules.rulesets.phases.pricing import StepPrice
from rules.rulesets.segments.closing import late_start
from rules.rulesets.segments.turning import Price
from rules.sentences import Ask, Reading, read_as, read_sentence
from rules.settings import Settings
from rules.values import (
    Ability,
    Combatant,
    Declaration,
    Effect,
    Hold,
    Minor,
    Pin,
    Plan,
    Slot,
    SpeedUnclear,
    Weapon,
    parse_speed,
)
from rules.visibility import EVERYONE, GAMEMASTER, Viewer, as_seen, seen_by, view, viewer_for, views

__all__ = [
    "CATALOGUE",
    "EVERYONE",
    "GAMEMASTER",
    "NAMINGS",
    "RULES",
    "RULESETS",
    "WAIVABLE",
    "Ability",
    "AbilityLine",
    "Action",
    "Ask",
    "Combatant",
    "Command",
    "Declaration",
    "Dice",
    "Effect",
    "Encounter",
    "Envelope",
    "Event",
    "FightRecord",
    "Hold",
    "Minor",
    "Naming",
    "Pin",
    "Plan",
    "Price",
    "Reading",
    "Refusal",
    "Rule",
    "SeededDice",
    "Settings",
    "Slot",
    "SpeedUnclear",
    "StepPrice",
    "Viewer",
    "Weapon",
    "action",
    "apply",
    "as_ability",
    "as_seen",
    "asks_time",
    "astray",
    "decide",
    "effect_ends",
    "effect_left",
    "envelope",
    "explain",
    "fold",
    "is_immediate",
    "is_spell_named",
    "late_start",
    "must_be_declared",
    "names_for",
    "parse_speed",
    "play",
    "preview",
    "preview_change",
    "read_ability",
    "read_as",
    "read_minors",
    "read_move",
    "read_sentence",
    "read_weapons",
    "running_effects",
    "seen_by",
    "setting_rows",
    "stem",
    "told_ability",
    "told_digest",
    "told_setting",
    "told_weapons",
    "view",
    "viewer_for",
    "views",
    "waiting_pins",
    "with_setting",
]
