#!/usr/bin/env python3
# Verifies the draw of a campaign from its published files: a second implementation, from docs/reference/draw-format.md. Python 3.9 or
# later, standard library only; writes no file and never connects. Exit code 0: valid, 1: not valid, 2: not verified.
# Its texts are those of verify.ts.
import argparse
import datetime
import hashlib
import hmac
import json
import re
import sys

LONGEST_LINE = 4096
STATES_MOST = 1000
MOST_BYTES = 1_048_576
SAFE = 2**53 - 1
FIELDS = {
    "verified": (
        "at, campaign, day, kind, number, promise, pseudonym, state",
        "at, block, campaign, day, draw, kind, number, promise, pseudonym, state",
    ),
    "granted": (
        "amount, at, campaign, day, kind, number, promise, pseudonym, reward, state",
        "amount, at, block, campaign, day, draw, kind, number, promise, pseudonym, reward, state",
    ),
    "bonus": (
        "amount, at, campaign, day, kind, number, of, pseudonym, question, state",
        "amount, at, campaign, day, draw, kind, number, of, pseudonym, question, state",
    ),
}
AMENDED = "at, blocks, campaign, day, fixed, kind, number, reserve, seal, to"
PROMISES = ("chance", "fixed", "none", "reserve")
KNOWN = set(FIELDS["granted"][1].split(", ") + AMENDED.split(", ") + ["batch", "of", "question"])
BATCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}")


class Mismatch(Exception):
    """What is wrong with what was published."""

    def __init__(self, place, what, expected, found):
        self.line = place if isinstance(place, int) else None
        self.file = "ledger" if isinstance(place, int) else place
        self.what, self.expected, self.found = what, str(expected), str(found)
        where = f"The {self.file}" if self.line is None else f"Line {self.line} of the ledger"
        super().__init__(f"{where}: {what} must be {self.expected}, but is {self.found}.")


class CannotVerify(Exception):
    """A file that can't be read, or wrong options."""


# --- Canonical JSON ----------------------------------------------------------------------------------------------------


def refuse(_):
    raise ValueError("a number that is not whole")


def check(value):
    """Raises ValueError for what has no canonical text."""
    if isinstance(value, str):
        value.encode("utf-8")  # half a character has no UTF-8
    elif isinstance(value, bool) or value is None:
        pass
    elif isinstance(value, int):
        if not -SAFE <= value <= SAFE:
            raise ValueError("a number that is not exact everywhere")
    elif isinstance(value, list):
        for one in value:
            check(one)
    else:
        for name, one in value.items():
            check(name)
            check(one)


def in_order(value):
    """The same value with the keys of every object in ascending order of UTF-16 code units."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return {name: in_order(value[name]) for name in names}
    return [in_order(one) for one in value] if isinstance(value, list) else value


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
DECODER = json.JSONDecoder(parse_float=refuse, parse_constant=refuse)


def canonical_json(value):
    return ENCODER.encode(in_order(value))


def parse_canonical_json(data):
    """The value of bytes that are canonical JSON, or None."""
    try:
        text = data.decode("utf-8")
        value = DECODER.decode(text)
        check(value)
        return value if canonical_json(value) == text else None
    except (ValueError, RecursionError):
        return None


def has_fields(value, names):
    return isinstance(value, dict) and list(value) == names.split(", ")


# --- Dates -------------------------------------------------------------------------------------------------------------

DAY = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}")
INSTANT = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]Z")
EPOCH = datetime.date(1970, 1, 1).toordinal()
INDIAN_MINUTES = 330


def is_day(value):
    if not isinstance(value, str) or not DAY.fullmatch(value):
        return False
    try:
        datetime.date.fromisoformat(value)
        return True
    except ValueError:
        return False


def is_instant(value):
    return isinstance(value, str) and INSTANT.fullmatch(value) is not None and is_day(value[:10])


def day_number(day):
    return datetime.date.fromisoformat(day).toordinal() - EPOCH


def indian_day_number(at):
    minutes = int(at[11:13]) * 60 + int(at[14:16]) + INDIAN_MINUTES
    return day_number(at[:10]) + minutes // 1440


# --- The commitment document -------------------------------------------------------------------------------------------

TEXT = re.compile("[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+")


def require(condition, what, expected):
    if not condition:
        raise Mismatch("commitment", what, expected, "something else")


def is_whole(value, least):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= SAFE


def is_text(value):
    return isinstance(value, str) and TEXT.fullmatch(value) is not None


def are_whole(values, least):
    return isinstance(values, list) and all(is_whole(value, least) for value in values)


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def read_commitment(data):
    document = parse_canonical_json(data)
    require(isinstance(document, dict), "the document", "canonical JSON in one line without an end of line")
    names = "approvers, " if "approvers" in document else ""
    names += "campaign, deck, draw, fixed, pacing, programme, pseudonymKeySha256, "
    names += "question, " if "question" in document else ""
    names += "secretPartsSha256, secretSha256, whenDeckEnds"
    require(has_fields(document, names), "the list of its fields", names)
    require(document["draw"] == "inaam-draw-2", "draw", '"inaam-draw-2"')
    if "approvers" in document:
        expected = "2 to 12 names in ascending order, each with a different key"
        require(is_approver_list(document["approvers"]), "approvers", expected)
    campaign = document["campaign"]
    is_id = is_text(campaign) and re.fullmatch("[a-z0-9]+(?:-[a-z0-9]+)*", campaign)
    require(is_id, "campaign", "lower-case letters, digits and hyphens")
    check_deck(document["deck"])
    check_fixed(document["fixed"])
    require(document["pacing"] is None or document["pacing"] == "daily", "pacing", 'null or "daily"')
    programme = document["programme"]
    require(has_fields(programme, "from, to"), "programme", "from, to")
    first, last = programme["from"], programme["to"]
    require(is_day(first) and is_day(last) and first <= last, "programme", "two days in their order")
    require(is_hash(document["pseudonymKeySha256"]), "pseudonymKeySha256", "64 hex digits in lower case")
    if "question" in document:
        check_question(document["question"])
    check_parts(document["secretPartsSha256"])
    require(is_hash(document["secretSha256"]), "secretSha256", "64 hex digits in lower case")
    check_end_of_deck(document["whenDeckEnds"])
    check_closing(document)
    return document


def is_hex(value, digits):
    return isinstance(value, str) and len(value) == digits and re.fullmatch("[0-9a-f]+", value) is not None


def is_name(value):
    return isinstance(value, str) and re.fullmatch("[a-z][a-z0-9-]{0,31}", value) is not None


def is_approver_list(value):
    if not isinstance(value, list) or not 2 <= len(value) <= 12:
        return False
    if not all(has_fields(one, "key, name") and is_hex(one["key"], 64) and is_name(one["name"]) for one in value):
        return False
    names, keys = [one["name"] for one in value], {one["key"] for one in value}
    return all(a < b for a, b in zip(names, names[1:])) and len(keys) == len(value)


def is_approval(value):
    if not has_fields(value, "approvers, command, expires, id, reasonSha256, signatures"):
        return False
    command, signatures = value["command"], value["signatures"]
    if value["approvers"] is not None and not is_approver_list(value["approvers"]):
        return False
    if not isinstance(command, str) or not re.fullmatch("[a-z]{1,16} [a-z]{1,16}", command):
        return False
    if not is_instant(value["expires"]) or not is_hex(value["id"], 32) or not is_hex(value["reasonSha256"], 64):
        return False
    return isinstance(signatures, list) and len(signatures) == 2 and all(is_signature(one) for one in signatures)


def is_signature(value):
    return has_fields(value, "by, signature") and is_name(value["by"]) and is_hex(value["signature"], 128)


def check_parts(parts):
    are_two = isinstance(parts, list) and len(parts) == 2 and all(is_hash(one) for one in parts)
    require(are_two and parts[0] != parts[1], "secretPartsSha256", "two hashes that differ")


def check_deck(deck):
    require(has_fields(deck, "blocks, cards, denominations"), "deck", "blocks, cards, denominations")
    blocks, cards, amounts = deck["blocks"], deck["cards"], deck["denominations"]
    require(is_whole(blocks, 1), "deck.blocks", "a whole number of 1 or more")
    ascending = are_whole(amounts, 1) and amounts and all(a < b for a, b in zip(amounts, amounts[1:]))
    require(ascending, "deck.denominations", "amounts of 1 or more in ascending order")
    one_each = are_whole(cards, 0) and len(cards) == len(amounts)
    require(one_each, "deck.cards", "one whole number for each denomination")
    countable = is_whole(sum(cards) * blocks, 1)
    require(countable, "deck", "of one card or more, and of a number that can be counted exactly")


def check_fixed(fixed):
    require(isinstance(fixed, list), "fixed", "a list")
    for one in fixed:
        names = "amount, from, law, rewards, state, until"
        require(has_fields(one, names), "an entry of fixed", names)
        require(is_whole(one["amount"], 1), "fixed.amount", "a whole number of 1 or more")
        require(is_day(one["from"]), "fixed.from", "a day")
        require(is_text(one["law"]), "fixed.law", "the citation of the law")
        require(is_whole(one["rewards"], 0), "fixed.rewards", "a whole number")
        require(is_text(one["state"]), "fixed.state", "the name of a state")
        until = one["until"]
        is_end = until is None or (is_day(until) and until >= one["from"])
        require(is_end, "fixed.until", "null or a day, not before from")
    for before, one in zip(fixed, fixed[1:]):
        same = before["state"] == one["state"]
        units = [entry["state"].encode("utf-16-be") for entry in (before, one)]
        is_after = before["from"] < one["from"] if same else units[0] < units[1]
        require(is_after, "fixed", "in the order of state and first day")
        is_apart = not same or (before["until"] is not None and before["until"] < one["from"])
        require(is_apart, "fixed", "one reward for a state on a day")
    pools = {(one["state"], one["amount"]) for one in fixed}
    require(len(pools) == len(fixed), "fixed", "one pool for a state and an amount")


def check_question(question):
    names = "bonus, count, pools, statesWithout"
    require(has_fields(question, names), "question", names)
    pools, states = question["pools"], question["statesWithout"]
    is_bonus = question["bonus"] in ("amount", "asMuchAgain")
    require(is_bonus, "question.bonus", '"amount" or "asMuchAgain"')
    is_count = is_whole(question["count"], 1) and question["count"] <= 256
    require(is_count, "question.count", "a whole number from 1 to 256")
    require(isinstance(pools, list) and pools, "question.pools", "a list of one or more")
    for pool in pools:
        require(has_fields(pool, "amount, rewards"), "an entry of question.pools", "amount, rewards")
        are_numbers = is_whole(pool["amount"], 1) and is_whole(pool["rewards"], 0)
        require(are_numbers, "an entry of question.pools", "of whole numbers")
    ascending = all(a["amount"] < b["amount"] for a, b in zip(pools, pools[1:]))
    require(ascending, "question.pools", "in ascending order of amounts")
    is_one = question["bonus"] == "asMuchAgain" or len(pools) == 1
    require(is_one, "question.pools", "one pool, because the bonus is one amount")
    are_names = isinstance(states, list) and all(is_text(state) for state in states)
    units = [state.encode("utf-16-be") for state in states] if are_names else []
    are_names = are_names and all(a < b for a, b in zip(units, units[1:]))
    require(are_names, "question.statesWithout", "names of states in ascending order")


def check_end_of_deck(end):
    if has_fields(end, "kind") and end["kind"] == "close":
        return
    is_reserve = has_fields(end, "amount, kind, rewards") and end["kind"] == "reserve"
    require(is_reserve, "whenDeckEnds", '{"kind":"close"} or a reserve with amount and rewards')
    require(is_whole(end["amount"], 1), "whenDeckEnds.amount", "a whole number of 1 or more")
    require(is_whole(end["rewards"], 0), "whenDeckEnds.rewards", "a whole number")


def check_closing(document):
    if document["whenDeckEnds"]["kind"] != "close":
        return
    programme = document["programme"]
    last = day_number(programme["to"]) + 1
    whole = all(
        one["from"] <= programme["from"] and (one["until"] is None or day_number(one["until"]) >= last)
        for one in document["fixed"]
    )
    require(whole, "fixed", "of the whole programme and the day after it, because the campaign closes")


# --- One line of the ledger --------------------------------------------------------------------------------------------

OPENING = b'{"entry":'
CLOSING = re.compile(rb',"hash":"([0-9a-f]{64})"\}')
CLOSING_BYTES = 75
PSEUDONYM = re.compile("[0-9a-f]{32}")


def split_line(line, number):
    """The bytes that were hashed, and the hash that the line claims for them."""
    end = len(line) - CLOSING_BYTES
    closing = CLOSING.fullmatch(line, end) if end > len(OPENING) else None
    if closing is None or not line.startswith(OPENING):
        raise Mismatch(number, "the line", '{"entry":…,"hash":"64 hex digits in lower case"}', "something else")
    return line[len(OPENING) : end], closing.group(1).decode("ascii")


def parse_entry(content, number):
    entry = parse_canonical_json(content)

    def require(condition, what, expected):
        if not condition:
            raise Mismatch(number, what, expected, "something else")

    require(isinstance(entry, dict), "the entry", "an object of canonical JSON")
    kind, promise = entry.get("kind"), entry.get("promise")
    amended, bonus = kind == "amended", kind == "bonus"
    require(amended or kind in FIELDS, "kind", "verified, granted, bonus or amended")
    require(amended or bonus or promise in PROMISES, "promise", "chance, fixed, none or reserve")
    approved = amended and "approval" in entry
    card = "draw" in entry if bonus else promise == "chance"
    names = AMENDED if amended else FIELDS[kind][1 if card else 0]
    names = f"approval, {names}" if approved else names
    has_batch = kind == "verified" and "batch" in entry
    names = names.replace("at, ", "at, batch, ", 1) if has_batch else names
    if not has_fields(entry, names):
        found = ", ".join(sorted(name if name in KNOWN else "?" for name in entry))
        raise Mismatch(number, "the list of the fields of such an entry", names, found)
    require(is_instant(entry["at"]), "at", "a minute as 2025-06-01T09:30Z")
    require(isinstance(entry["campaign"], str), "campaign", "a text")
    require(is_day(entry["day"]), "day", "a day as 2025-06-01")
    if amended:
        require(is_whole(entry["number"], 0), "number", "a whole number of 0 or more")
        require(not approved or is_approval(entry["approval"]), "approval", "of the form in docs/reference/draw-format.md")
        require(are_whole(entry["fixed"], 0), "fixed", "whole numbers of 0 or more")
        require(is_hash(entry["seal"]), "seal", "64 hex digits in lower case")
        require(is_day(entry["to"]), "to", "a day as 2025-06-01")
        for name in ("blocks", "reserve"):
            require(is_whole(entry[name], 0), name, "a whole number of 0 or more")
        return entry
    is_batch = not has_batch or (isinstance(entry["batch"], str) and BATCH.fullmatch(entry["batch"]))
    require(is_batch, "batch", "1 to 32 letters, digits and hyphens")
    pseudonym, state = entry["pseudonym"], entry["state"]
    is_pseudonym = isinstance(pseudonym, str) and PSEUDONYM.fullmatch(pseudonym)
    require(is_pseudonym, "pseudonym", "32 hex digits in lower case")
    require(isinstance(state, str) and state != "", "state", "the name of a state")
    require(is_whole(entry["number"], 0), "number", "a whole number of 0 or more")
    if bonus:
        is_of = isinstance(entry["of"], str) and PSEUDONYM.fullmatch(entry["of"])
        require(is_of, "of", "32 hex digits in lower case")
        for name in ("draw", "amount", "question") if card else ("amount", "question"):
            require(is_whole(entry[name], 0), name, "a whole number of 0 or more")
        return entry
    for name in ("block", "draw") if card else ():
        require(is_whole(entry[name], 0), name, "a whole number of 0 or more")
    if kind == "granted":
        require(entry["reward"] in ("chance", "fixed", "reserve"), "reward", "chance, fixed or reserve")
        require(is_whole(entry["amount"], 0), "amount", "a whole number of 0 or more")
    return entry


# --- The rules of the draw ---------------------------------------------------------------------------------------------


WAITS = "waits"


class DrawRules:
    def __init__(self, document, commitment, secret):
        self.document, self.secret = document, secret
        # Who may approve the next amendment, and the hash of the previous one or the commitment.
        self.approvers, self.after = document.get("approvers"), commitment
        self.deck, self.fixed = document["deck"], document["fixed"]
        self.blocks, self.cards = self.deck["blocks"], self.deck["cards"]
        self.amounts = self.deck["denominations"]
        self.block_size = sum(self.cards)
        self.end, self.programme = document["whenDeckEnds"], document["programme"]
        self.to = self.programme["to"]  # the last day in force
        self.remaining, self.drawn = list(self.cards), []  # drawn: the place of the amount by draw number
        self.chance = [
            new_pool(f"chance:{amount}", cards * self.blocks) for amount, cards in zip(self.amounts, self.cards)
        ]
        self.reserve = None
        if self.end["kind"] == "reserve":
            self.reserve = new_pool(f"reserve:{self.end['amount']}", self.end["rewards"])
        self.by_law = [new_pool(f"fixed:{one['state']}:{one['amount']}", one["rewards"]) for one in self.fixed]
        self.question = document.get("question")
        committed = self.question["pools"] if self.question else []
        self.bonus = [new_pool(f"bonus:{one['amount']}", one["rewards"]) for one in committed]

    def pools(self):
        every = self.chance + ([self.reserve] if self.reserve else []) + self.by_law + self.bonus
        return [
            {
                "pool": pool["pool"],
                "planned": pool["planned"],
                "granted": pool["granted"],
                "unplayed": pool["promised"] - (pool["granted"] - pool["others"]),
            }
            for pool in every
        ]

    def is_in_time(self, day, grace):
        return self.programme["from"] <= day and day_number(day) <= day_number(self.to) + grace

    def law_place(self, state, day):
        for at, one in enumerate(self.fixed):
            if one["state"] == state and one["from"] <= day and (one["until"] is None or day <= one["until"]):
                return at
        return -1

    def expected_promise(self, entry):
        """What the next participant must be promised: promise, block, draw, law, pool."""
        at = self.law_place(entry["state"], entry["day"])
        free_reserve = self.reserve is not None and is_free(self.reserve)
        if at >= 0:
            if is_free(self.by_law[at]):
                return "fixed", -1, -1, self.fixed[at]["law"], self.by_law[at]
            return ("reserve", -1, -1, None, self.reserve) if free_reserve else NO_PROMISE
        block = len(self.drawn) // self.block_size
        if block >= self.released(entry["day"]) and free_reserve:
            return "reserve", -1, -1, None, self.reserve
        if block >= self.blocks:
            return NO_PROMISE
        return "chance", block, len(self.drawn), None, None

    def record_promise(self, due, pseudonym):
        promise, block, _, _, pool = due
        if pool is not None:
            pool["promised"] += 1
        if promise != "chance":
            return
        at = self.draw(block, pseudonym)
        self.chance[at]["promised"] += 1
        self.remaining[at] -= 1
        self.drawn.append(at)
        if len(self.drawn) % self.block_size == 0:
            self.remaining = list(self.cards)

    def expected_reward(self, entry, promised_law):
        """What the reward must be: kind, amount, law, pool, whether it was promised; None; or WAITS."""
        state, day, promise = entry["state"], entry["day"], entry["promise"]
        if promise == "reserve" and self.reserve is not None:
            return "reserve", self.end["amount"], None, self.reserve, True
        if promise == "fixed":
            law = self.fixed[promised_law]
            return "fixed", law["amount"], law["law"], self.by_law[promised_law], True
        at = self.law_place(state, day)
        if at >= 0 and is_free(self.by_law[at]):
            return "fixed", self.fixed[at]["amount"], self.fixed[at]["law"], self.by_law[at], False
        if at >= 0 or promise != "chance":
            if self.reserve is None or not is_free(self.reserve):
                return None
            return "reserve", self.end["amount"], None, self.reserve, False
        draw = entry["draw"]
        if draw // self.block_size >= self.released(day):
            return WAITS
        if draw >= len(self.drawn):
            return None
        card = self.drawn[draw]
        return "chance", self.amounts[card], None, self.chance[card], True

    def bonus_place(self, state, amount):
        """The place of the pool that pays the bonus of such a reward, or -1."""
        if self.question is None or state in self.question["statesWithout"]:
            return -1
        for at, pool in enumerate(self.question["pools"]):
            if self.question["bonus"] == "amount" or pool["amount"] == amount:
                return at
        return -1

    def question_of(self, entry):
        """Which question the reward's participant was asked."""
        if "draw" not in entry:
            return 0
        words = f"{self.document['campaign']}|question|{entry['draw']}|{entry['of']}"
        random = int.from_bytes(hmac.digest(self.secret, words.encode("ascii"), "sha256")[:8], "big")
        return random * self.question["count"] >> 64

    def released(self, day):
        if self.document["pacing"] is None or day >= self.to:
            return self.blocks
        if day < self.programme["from"]:
            return 0
        first, committed = day_number(self.programme["from"]), self.deck["blocks"]
        days = day_number(self.programme["to"]) - first + 1
        passed = min(day_number(day) - first + 1, days)
        return committed * passed // days + self.blocks - committed

    def seal_of(self, previous, entry):
        """Of the hash of the entry before, hex, and an amendment without its seal."""
        content = canonical_json({name: value for name, value in entry.items() if name != "seal"})
        return hmac.new(self.secret, f"{previous}|{content}".encode("utf-8"), "sha256").hexdigest()

    def amendment_fault(self, entry):
        """Why an amendment is not allowed: what, expected, found."""
        day, to, fixed, closes = entry["day"], entry["to"], entry["fixed"], self.end["kind"] == "close"
        if day > self.to:
            return "day", "no later than the last day", day
        if len(fixed) != len(self.fixed):
            return "the length of fixed", len(self.fixed), len(fixed)
        same = to == self.to and (entry.get("approval") or {}).get("approvers") is None
        if same and entry["blocks"] + entry["reserve"] + sum(fixed) == 0:
            return "the amendment", "a change", "none"
        if closes and entry["reserve"] > 0:
            return "reserve", "0, because the campaign closes", entry["reserve"]
        if to < day or to < self.programme["from"]:
            return "to", "neither before the entry nor before the first day", to
        needed = day_number(to) + (1 if closes else 0)
        untils = [one["until"] for one in self.fixed if one["until"] is not None and one["until"] >= self.to]
        if to > self.to and any(day_number(until) < needed for until in untils):
            return "to", "a day on which the same fixed rewards apply", to
        planned = [(self.blocks + entry["blocks"]) * self.block_size]
        planned.append((self.reserve["planned"] if self.reserve else 0) + entry["reserve"])
        planned += [pool["planned"] + more for pool, more in zip(self.by_law, fixed)]
        if max(planned) > SAFE:
            return "the amendment", "of numbers that can be counted exactly", "larger"
        return None

    def amend(self, entry, value):
        self.to, self.after = entry["to"], value
        self.approvers = (entry.get("approval") or {}).get("approvers") or self.approvers
        self.blocks += entry["blocks"]
        for pool, cards in zip(self.chance, self.cards):
            pool["planned"] += cards * entry["blocks"]
        if self.reserve is not None:
            self.reserve["planned"] += entry["reserve"]
        for pool, more in zip(self.by_law, entry["fixed"]):
            pool["planned"] += more

    def draw(self, block, pseudonym):
        words = f"{self.document['campaign']}|{block}|{len(self.drawn)}|{pseudonym}"
        random = int.from_bytes(hmac.digest(self.secret, words.encode("ascii"), "sha256")[:8], "big")
        ticket = random * sum(self.remaining) >> 64
        for at, count in enumerate(self.remaining):
            if ticket < count:
                return at
            ticket -= count
        raise AssertionError("a ticket is less than the cards that remain")


NO_PROMISE = ("none", -1, -1, None, None)


def new_pool(name, planned):
    """`promised`: ever; `others`: granted to those who were not promised it."""
    return {"pool": name, "planned": planned, "granted": 0, "promised": 0, "others": 0}


def is_free(pool):
    return pool["planned"] > pool["promised"] + pool["others"]


# --- Signatures of Ed25519 (RFC 8032), which the standard library does not have --------------------------------------

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)  # of -1
NEUTRAL = (0, 1, 1, 0)


def added(one, two):
    """The sum of two points as (X, Y, Z, T): x = X / Z, y = Y / Z, x * y = T / Z."""
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % PRIME, (one[1] + one[0]) * (two[1] + two[0]) % PRIME
    c, d = 2 * one[3] * two[3] * CURVE % PRIME, 2 * one[2] * two[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(number, point):
    total = NEUTRAL
    while number > 0:
        if number & 1:
            total = added(total, point)
        point, number = added(point, point), number >> 1
    return total


def point_of(data):
    """The point of 32 bytes, or None."""
    whole = int.from_bytes(data, "little")
    sign, y = whole >> 255, whole % 2**255 % PRIME
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME != 0:
        x = x * ROOT % PRIME
    if (x * x - square) % PRIME != 0:
        return None
    if x % 2 != sign:
        x = -x % PRIME
    return x, y, 1, x * y % PRIME


BASE = point_of((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key, text, signature):
    point, scalar = point_of(key), int.from_bytes(signature[32:], "little")
    if point is None or scalar >= ORDER:
        return False
    factor = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    minus = (-point[0] % PRIME, point[1], 1, -point[3] % PRIME)
    x, y, z, _ = added(times(scalar, BASE), times(factor, minus))
    inverse = pow(z, -1, PRIME)
    x, y = x * inverse % PRIME, y * inverse % PRIME
    return signature[:32] == (y | (x & 1) << 255).to_bytes(32, "little")


# --- The ledger --------------------------------------------------------------------------------------------------------


def require_equal(line, what, expected, found):
    if expected != found:
        raise Mismatch(line, what, expected, found)


def check_participant(entry, line, participants, states, rules):
    """The place of the fixed reward that was promised, if there is one."""
    if entry["state"] not in states and len(states) >= STATES_MOST:
        raise Mismatch(line, "state", f"one of {STATES_MOST} names at most", "one more")
    state = states.setdefault(entry["state"], len(states))
    pseudonym = bytes.fromhex(entry["pseudonym"])
    if entry["kind"] == "bonus":
        check_bonus(entry, line, participants, state, pseudonym, rules)
        return None
    before = participants.get(pseudonym)  # state, promise, draw, law; where rewarded: state, draw, pool of a bonus
    if entry["kind"] == "verified":
        if pseudonym in participants:
            raise Mismatch(line, "pseudonym", "a new one", "in the ledger already")
        law = max(0, rules.law_place(entry["state"], entry["day"]))
        participants[pseudonym] = (state, entry["promise"], entry.get("draw", -1), law)
        return None
    if before is None or len(before) != 4:
        found = "rewarded before" if pseudonym in participants else "not verified before"
        raise Mismatch(line, "pseudonym", "one that is verified and has no reward yet", found)
    drawn = entry.get("draw", -1) if entry["reward"] == "chance" else -1
    participants[pseudonym] = (state, drawn, rules.bonus_place(entry["state"], entry["amount"]))
    if before[0] != state:
        expected = "the one that was frozen at the verification"
        raise Mismatch(line, "state", expected, canonical_json(entry["state"]))
    require_equal(line, "promise", before[1], entry["promise"])
    require_equal(line, "draw", before[2], entry.get("draw", -1))
    return before[3]


def check_bonus(entry, line, participants, state, pseudonym, rules):
    if rules.question is None:
        expected = "verified, granted or amended, because the document has no question"
        raise Mismatch(line, "kind", expected, "bonus")
    if pseudonym in participants:
        raise Mismatch(line, "pseudonym", "a new one", "in the ledger already")
    participants[pseudonym] = BONUS
    of = bytes.fromhex(entry["of"])
    before = participants.get(of)
    if before is None or len(before) != 3:
        found = "not verified before" if before is None else "not rewarded before"
        found = "a bonus, or one that has one" if before == BONUS else found
        raise Mismatch(line, "of", "one that has a reward and no bonus yet", found)
    participants[of] = BONUS
    if before[0] != state:
        expected = "the one that was frozen at the verification"
        raise Mismatch(line, "state", expected, canonical_json(entry["state"]))
    require_equal(line, "draw", before[1], entry.get("draw", -1))
    if before[2] < 0:
        raise Mismatch(line, "amount", "none, because no question follows such a reward", entry["amount"])
    require_equal(line, "amount", rules.question["pools"][before[2]]["amount"], entry["amount"])


BONUS = ()


def check_answer(entry, line, rules):
    require_equal(line, "question", rules.question_of(entry), entry["question"])
    pool = next(one for one in rules.bonus if one["pool"] == f"bonus:{entry['amount']}")
    if not is_free(pool):
        raise Mismatch(line, "amount", "one of a pool that has some left", entry["amount"])
    pool["granted"] += 1
    pool["others"] += 1


def by_law(law):
    return "" if law is None else f" by law ({law})"


def check_rules(entry, line, rules, promised_law):
    verified = entry["kind"] == "verified"
    if not rules.is_in_time(entry["day"], 0 if verified else 1):
        expected = "a day of the programme" + ("" if verified else " or the day after it")
        raise Mismatch(line, "day", expected, entry["day"])
    if verified:
        check_promise(entry, line, rules)
    elif entry["kind"] == "granted":
        check_reward(entry, line, rules, promised_law)
    else:
        check_answer(entry, line, rules)


def check_promise(entry, line, rules):
    due = rules.expected_promise(entry)
    promise, block, draw, law, _ = due
    if promise == "none" and rules.end["kind"] == "close":
        found = "one too many: the campaign closes when everything is promised"
        raise Mismatch(line, "participant", "one that something can be promised to", found)
    if promise != entry["promise"]:
        raise Mismatch(line, "promise", f"{promise}{by_law(law)}", entry["promise"])
    require_equal(line, "draw", draw, entry.get("draw", -1))
    require_equal(line, "block", block, entry.get("block", -1))
    rules.record_promise(due, entry["pseudonym"])


def check_reward(entry, line, rules, promised_law):
    due = rules.expected_reward(entry, promised_law)
    if due is None or due is WAITS:
        because = "nothing is left for such a participant on this day"
        if due is WAITS:
            because = "the block of the participant's card is released later"
        raise Mismatch(line, "reward", f"none, because {because}", entry["reward"])
    reward, amount, law, pool, promised = due
    if reward != entry["reward"]:
        raise Mismatch(line, "reward", f"{reward}{by_law(law)}", entry["reward"])
    if "draw" in entry:
        require_equal(line, "block", entry["draw"] // rules.block_size, entry["block"])
    require_equal(line, "amount", amount, entry["amount"])
    pool["granted"] += 1
    if not promised:
        pool["others"] += 1


def check_amendment(entry, line, previous, value, rules):
    require_equal(line, "seal", rules.seal_of(previous, entry), entry["seal"])
    check_approval(entry, line, rules)
    fault = rules.amendment_fault(entry)
    if fault is not None:
        raise Mismatch(line, *fault)
    rules.amend(entry, value)


def check_approval(entry, line, rules):
    """Two of the approvers in force have signed the amendment, in time."""
    approval, approvers = entry.get("approval"), rules.approvers
    if approval is None or approvers is None:
        if approval is not None:
            raise Mismatch(line, "approval", "missing, because the document names no approvers", "there")
        if approvers is not None:
            raise Mismatch(line, "approval", "there, because the document names approvers", "missing")
        return
    if entry["at"] > approval["expires"]:
        raise Mismatch(line, "at", f"no later than the proposal's end, {approval['expires']}", entry["at"])
    if approval["signatures"][0]["by"] == approval["signatures"][1]["by"]:
        raise Mismatch(line, "the signers", "two people", "one")
    action = {name: entry[name] for name in ("blocks", "fixed", "kind", "reserve", "to")}
    action["approvers"] = approval["approvers"]
    proposal = {name: approval[name] for name in ("command", "expires", "id", "reasonSha256")}
    proposal.update({"action": action, "after": rules.after, "campaign": entry["campaign"]})
    text = f"inaam-approval-1|{canonical_json(proposal)}".encode("utf-8")
    keys = {one["name"]: bytes.fromhex(one["key"]) for one in approvers}
    for one in approval["signatures"]:
        if one["by"] not in keys:
            raise Mismatch(line, "a signer", "one of the approvers in force", one["by"])
        if not is_signed(keys[one["by"]], text, bytes.fromhex(one["signature"])):
            what = f"the signature of {one['by']}"
            raise Mismatch(line, what, "of this amendment, with the key in force", "another")


class PublishedAmendments:
    """The lines that were published while the campaign ran: the ledger must have these and no others."""

    def __init__(self, data):
        self.lines, self.found = data.split(b"\n"), 0
        if self.lines.pop() != b"":
            raise Mismatch("amendments", "the end of the last line", "a line feed", "missing: the file was torn")

    def take(self, line, number):
        published = self.lines[self.found] if self.found < len(self.lines) else None
        if published != line:
            found = "missing" if published is None else "something else"
            raise Mismatch("amendments", f"line {self.found + 1}", f"line {number} of the ledger", found)
        self.found += 1

    def finish(self):
        if self.found != len(self.lines):
            raise Mismatch("amendments", "the number of lines", self.found, len(self.lines))


def check_heads(heads, entries, value):
    for head in heads:
        if head["entries"] == entries and head["hash"] != value:
            what = f"the hash of the head of {head['at']} after {entries} entries"
            raise Mismatch("head", what, value, head["hash"])


def lines_of(stream):
    """Each line without its end, and its number from 1."""
    number = 0
    while True:
        line = stream.readline(LONGEST_LINE + 1)
        if not line:
            return
        number += 1
        if line[-1:] != b"\n":
            if len(line) > LONGEST_LINE:
                raise Mismatch(number, "the line", f"of {LONGEST_LINE} bytes at most", "longer")
            raise Mismatch(number, "the end of the line", "a line feed", "missing: the file was torn")
        yield line[:-1], number


def read_ledger(stream, campaign, commitment, through, amendments, rules):
    participants, states, chain = {}, {}, commitment
    read = {"entries": 0, "verified": 0, "granted": 0, "amended": 0, "bonus": 0}
    read.update({"firstAt": None, "lastAt": None, "daysApart": None})
    own = canonical_json(campaign)
    check_heads(through, 0, chain.hex())
    for line, number in lines_of(stream):
        content, claimed = split_line(line, number)
        previous, chain = chain.hex(), hashlib.sha256(chain + content).digest()
        require_equal(number, "the hash of this entry over the one before", chain.hex(), claimed)
        entry = parse_entry(content, number)
        if entry["campaign"] != campaign:
            require_equal(number, "campaign", own, canonical_json(entry["campaign"]))
        require_equal(number, "number", number - 1, entry["number"])
        if entry["kind"] == "amended":
            check_amendment(entry, number, previous, chain.hex(), rules)
            if amendments is not None:
                amendments.take(line, number)
        else:
            promised_law = check_participant(entry, number, participants, states, rules)
            check_rules(entry, number, rules, promised_law)
        read["entries"] += 1
        read[entry["kind"]] += 1
        read["firstAt"] = read["firstAt"] or entry["at"]
        read["lastAt"] = entry["at"]
        apart = day_number(entry["day"]) - indian_day_number(entry["at"])
        days = read["daysApart"] = read["daysApart"] or {"least": apart, "most": apart}
        days["least"], days["most"] = min(days["least"], apart), max(days["most"], apart)
        check_heads(through, number, chain.hex())
    if amendments is not None:
        amendments.finish()
    read["hash"] = chain.hex()
    return read


# --- From files to a verdict -------------------------------------------------------------------------------------------


def read_small_file(path):
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CannotVerify(f"Failed to read {path}: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise CannotVerify(f"Failed to read {path}: it is longer than a megabyte.")
    return data


def parse_secret(data, document):
    if not re.fullmatch(rb"(?:[0-9a-f]{2}){32,}\n", data):
        expected = "64 or more hex digits in lower case and an end of line"
        raise Mismatch("secret", "the file", expected, "something else")
    secret = bytes.fromhex(data[:-1].decode("ascii"))
    found = hashlib.sha256(secret).hexdigest()
    if found != document["secretSha256"]:
        raise Mismatch("secret", "the SHA-256 of its bytes", document["secretSha256"], found)
    return secret


def parse_head(data):
    head = parse_canonical_json(data[:-1] if data[-1:] == b"\n" else data)
    if has_fields(head, "at, entries, hash"):
        if is_instant(head["at"]) and is_hash(head["hash"]) and is_whole(head["entries"], 0):
            return head
    expected = '{"at":"a minute","entries":a number,"hash":"64 hex digits"}'
    raise Mismatch("head", "the file", expected, "something else")


def check_end(read, end, through):
    most = max([0] + [head["entries"] for head in through])
    if most > read["entries"]:
        raise Mismatch("head", "the entries of an earlier head", f"{read['entries']} or fewer", most)
    if end is None:
        return
    if end["entries"] != read["entries"]:
        raise Mismatch("head", "the number of entries", read["entries"], end["entries"])
    if end["hash"] != read["hash"]:
        raise Mismatch("head", "the hash of the last entry", read["hash"], end["hash"])


def verified(options):
    data = read_small_file(options.commitment)
    document, commitment = read_commitment(data), hashlib.sha256(data).digest()
    if options.expect is not None and options.expect != commitment.hex():
        raise Mismatch("commitment", "the SHA-256 of the document", options.expect, commitment.hex())
    secret = parse_secret(read_small_file(options.secret), document)
    end = None if options.head is None else parse_head(read_small_file(options.head))
    through = [parse_head(read_small_file(path)) for path in options.through]
    amendments = None if options.amendments is None else PublishedAmendments(read_small_file(options.amendments))
    rules = DrawRules(document, commitment.hex(), secret)
    try:
        with sys.stdin.buffer if options.ledger == "-" else open(options.ledger, "rb") as stream:
            read = read_ledger(stream, document["campaign"], commitment, through, amendments, rules)
    except OSError as error:
        raise CannotVerify(f"Failed to read {options.ledger}: {error.strerror}.") from error
    check_end(read, end, through)
    return {
        "valid": True,
        "campaign": document["campaign"],
        "commitment": commitment.hex(),
        "expected": options.expect is not None,
        "draws": len(rules.drawn),
        "pools": rules.pools(),
        "lastDay": rules.to,
        "amendments": "not given" if amendments is None else "equal",
        "head": "not given" if end is None else "equal",
        "through": len(through),
        **read,
    }


def verify(options):
    try:
        return verified(options)
    except Mismatch as fault:
        names = ("file", "line", "what", "expected", "found")
        fields = {name: getattr(fault, name) for name in names}
        return {"valid": False, "fault": {**fields, "message": str(fault)}}


def format_text(verdict):
    if not verdict["valid"]:
        return f"NOT VALID. {verdict['fault']['message']}\n"
    entries, apart = verdict["entries"], verdict["daysApart"]
    span = "" if entries == 0 else f", from {verdict['firstAt']} to {verdict['lastAt']}"
    note = "as expected" if verdict["expected"] else (
        "not compared: compare it with the one published before the start"
    )
    if apart is None:
        days = "no entry, no day"
    elif apart["least"] == 0 and apart["most"] == 0:
        days = "each entry is of the day in India at its minute"
    else:
        span_of_days = f"{apart['least']} to {apart['most']}"
        days = f"entries are of days {span_of_days} later than the day in India at their minute: ask why"
    head = "the ledger ends with it" if verdict["head"] == "equal" else (
        "not given: entries missing at the end would not be seen"
    )
    published = "as published" if verdict["amendments"] == "equal" else (
        "not compared: compare them with those that were published"
    )
    amendments = "none"
    if verdict["amended"] > 0:
        amendments = f"{verdict['amended']}, the last day is {verdict['lastDay']}; {published}"
    waiting = verdict["verified"] - verdict["granted"]
    counts = f"{verdict['verified']} verified, {verdict['granted']} granted, {waiting} without a reward yet"
    if verdict["bonus"] > 0:
        counts += f", {verdict['bonus']} bonuses"
    lines = [
        "VALID. Every entry follows from the commitment, the secret and the rules.",
        f"Campaign    {verdict['campaign']}",
        f"Commitment  {verdict['commitment']}, {note}",
        "Secret      its SHA-256 is the committed one",
        f"Ledger      {entries} entries{span}: {counts}",
        f"Chain       unbroken from the commitment to {verdict['hash']}",
        f"Draws       {verdict['draws']} recomputed, without a gap",
        f"Days        {days}",
        f"Amendments  {amendments}",
    ]
    for pool in verdict["pools"]:
        planned, granted = pool["planned"], pool["granted"]
        left = f"{planned} planned, {granted} granted, {planned - granted} remain"
        left += f", of which {pool['unplayed']} were promised"
        lines.append(f"Budget      {pool['pool']}: {left}")
    lines.append(f"Head        {head}")
    if verdict["through"] > 0:
        lines.append(f"Earlier     the ledger goes through {verdict['through']} heads")
    return "\n".join(lines) + "\n"


def parse_options(arguments):
    parser = argparse.ArgumentParser(
        description="Verifies the draw of a campaign from its published files.",
        epilog="Example: python3 verify.py --commitment commitment.json --secret secret.txt "
        "--ledger ledger.jsonl --head head.json",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--commitment", required=True, help="the document that was published before the start")
    add("--secret", required=True, help="the secret that was revealed after the end")
    add("--ledger", required=True, help="the exported ledger, or - for standard input")
    add("--amendments", help="the amendments that were published while it ran: the ledger must have these")
    add("--head", help="the published head: the ledger must end with it")
    add("--through", action="append", default=[], help="a head kept from an earlier day (may be repeated)")
    add("--expect", help="the commitment as it was published: 64 hex digits")
    add("--json", action="store_true", help="the verdict as one line of JSON")
    return parser.parse_args(arguments)


def run(arguments):
    options = parse_options(arguments)
    if options.expect is not None and not is_hash(options.expect):
        raise CannotVerify("--expect must be 64 hex digits in lower case.")
    verdict = verify(options)
    text = canonical_json(verdict) + "\n" if options.json else format_text(verdict)
    sys.stdout.buffer.write(text.encode("utf-8"))
    return 0 if verdict["valid"] else 1


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except Exception as error:  # Whatever it was, nothing was verified.
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
