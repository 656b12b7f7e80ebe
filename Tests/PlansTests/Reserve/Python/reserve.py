#!/usr/bin/env python3
"""Reserve plans and what the rules of the desktop program make of them, for the tests to compare with.

    python3 reserve.py

Written from the rules as they stand in prose, apart from the Swift code. The plans are random with a fixed seed, the odd cases by hand;
plans and results are written to reserve.json beside this script, a case a line. Sums are loops, since `sum` adds floats with compensation
from Python 3.12 on.
"""

import json
import math
import pathlib
import random

HERE = pathlib.Path(__file__).parent
INFINITE = float("inf")


def account(name, balance=0.0, apy=0.0, weight=1.0, cap=None):
    return {"name": name, "balance": balance, "apy": apy, "weight": weight, "cap": cap}


def tier(name, target, priority, accounts, purpose="", preferred=None):
    return {"name": name, "purpose": purpose, "target": target, "priority": priority, "preferred": preferred, "accounts": accounts}


# The rules

def added(numbers):
    result = 0.0
    for number in numbers:
        result += number
    return result


def total(t):
    return added(a["balance"] for a in t["accounts"])


def gap(t):
    return max(0.0, t["target"] - total(t))


def room(a):
    return INFINITE if a["cap"] is None else max(0.0, a["cap"] - a["balance"])


def ranked(tiers):
    return sorted(tiers, key=lambda t: t["priority"])


def growth(tiers):
    for t in ranked(tiers):
        if "Tier 4" in t["name"] or "Growth" in t["purpose"]:
            return t
    return None


def by_tier(tiers, cash):
    left, rows = max(0.0, cash), []
    for t in ranked(tiers):
        if left > 0 and gap(t) > 0:
            amount = min(left, gap(t))
            rows.append([t["name"], round(amount, 2)])
            left -= amount
    last = growth(tiers)
    if left > 0 and last is not None:
        rows.append([last["name"], round(left, 2)])
    return rows


def split(t, amount):
    left, rows = max(0.0, amount), []
    if left <= 0 or not t["accounts"]:
        return rows
    if t["preferred"]:
        chosen = [a for a in t["accounts"] if a["name"] == t["preferred"]]
        if not chosen:
            raise LookupError(t["preferred"])
        part = min(left, room(chosen[0]))
        if part > 0:
            rows.append([chosen[0]["name"], round(part, 2)])
            left -= part
    open_accounts = [a for a in t["accounts"] if room(a) > 0]
    weights = added(max(0.0, a["weight"]) for a in open_accounts)
    while left > 0 and open_accounts:
        if weights <= 0:
            first = open_accounts[0]
            rows.append([first["name"], round(min(left, room(first)), 2)])
            break
        count = len(rows)
        for a in open_accounts:
            part = round(min(left * (max(0.0, a["weight"]) / weights), room(a)), 2)
            if part > 0:
                rows.append([a["name"], part])
                left -= part
        if len(rows) == count:
            break
    return rows


def placed(t, amount):
    rows = split(t, amount)
    if not rows and t["accounts"]:
        rows = [[t["accounts"][0]["name"], round(amount, 2)]]
    return [[t["name"]] + row for row in rows]


def in_detail(tiers, cash):
    left, rows = max(0.0, cash), []
    for t in ranked(tiers):
        if left > 0 and gap(t) > 0:
            amount = min(left, gap(t))
            rows += placed(t, amount)
            left -= amount
    last = growth(tiers)
    if left > 0 and last is not None:
        rows += placed(last, left)
    return rows


def moves(tiers):
    under = [[t["name"], gap(t)] for t in ranked(tiers) if gap(t) > 0]
    over = [[t["name"], total(t) - t["target"]] for t in tiers if total(t) > t["target"]]
    rows = []
    while under and over:
        amount = round(min(over[0][1], under[0][1]), 2)
        if amount > 0:
            rows.append([f"{over[0][0]} \u279c {under[0][0]}", amount])
            over[0][1] -= amount
            under[0][1] -= amount
        is_spent, is_filled = over[0][1] <= 0.005, under[0][1] <= 0.005
        if is_spent:
            over.pop(0)
        if is_filled:
            under.pop(0)
    return rows


def earned(a, months):
    if a["apy"] <= 0 or a["balance"] <= 0 or months <= 0:
        return 0.0
    return a["balance"] * ((1 + a["apy"] / 100 / 12) ** months - 1)


def forecast(tiers, months):
    result = {}
    for t in tiers:
        result[t["name"]] = added(earned(a, months) for a in t["accounts"])
    return list(map(list, result.items()))


# The cases

def odd_cases():
    three = [account("a"), account("b"), account("c")]
    yield "nothing", [], 100.0
    yield "equal weights", [tier("T", 1000.0, 1, three)], 100.0
    yield "missing preferred", [tier("T", 1000.0, 1, three, preferred="d")], 100.0
    yield "missing preferred without need", [tier("T", 0.0, 1, three, preferred="d"), tier("U", 50.0, 2, three)], 40.0
    yield "empty preferred", [tier("T", 1000.0, 1, three, preferred="")], 100.0
    yield "preferred with cap", [tier("T", 1000.0, 1, [account("a"), account("b", 20.0, cap=50.0)], preferred="b")], 100.0
    yield "preferred without room", [tier("T", 1000.0, 1, [account("a"), account("b", 50.0, cap=50.0)], preferred="b")], 100.0
    yield "all weights zero", [tier("T", 1000.0, 1, [account("a", weight=0.0), account("b", weight=0.0)])], 100.0
    yield "all weights zero with cap", [tier("T", 1000.0, 1, [account("a", weight=0.0, cap=30.0), account("b", weight=0.0)])], 100.0
    yield "weights below zero", [tier("T", 1000.0, 1, [account("a", weight=-2.0), account("b", weight=1.0)])], 100.0
    yield "only weights below zero", [tier("T", 1000.0, 1, [account("a", weight=-2.0), account("b", weight=-1.0)])], 100.0
    yield "the cap of one is passed", [tier("T", 1000.0, 1, [account("a", cap=300.0), account("b")])], 1000.0
    yield "all full", [tier("T", 1000.0, 1, [account("a", 10.0, cap=10.0), account("b", 5.0, cap=5.0)])], 100.0
    yield "no accounts", [tier("T", 1000.0, 1, []), tier("U", 50.0, 2, three)], 1020.0
    yield "two tiers for growth", [tier("Tier 4", 10.0, 2, three), tier("B", 10.0, 1, three, purpose="Growth")], 100.0
    yield "two for growth of one priority", [tier("Tier 40", 10.0, 1, three), tier("B", 10.0, 1, three, purpose="Growth")], 100.0
    yield "growth in small letters", [tier("tier 4", 10.0, 1, three, purpose="growth")], 100.0
    yield "no tier for growth", [tier("T", 10.0, 1, three)], 100.0
    yield "growth appears twice", [tier("Tier 4", 60.0, 1, three), tier("U", 10.0, 2, three)], 100.0
    yield "equal priorities", [tier("B", 30.0, 1, three), tier("A", 30.0, 1, three)], 45.0
    yield "cash below zero", [tier("T", 10.0, 1, three)], -5.0
    yield "no cash", [tier("T", 10.0, 1, three)], 0.0
    yield "less than half a cent", [tier("Tier 4", 10.0, 1, three)], 0.004
    yield "less than half a cent preferred", [tier("Tier 4", 10.0, 1, three, preferred="b")], 0.004
    yield "a row of nothing", [tier("T", 0.004, 1, three), tier("U", 5.0, 2, three)], 3.0
    yield "two tiers of one name", [tier("T", 10.0, 1, [account("a", 100.0, 5.0)]), tier("T", 20.0, 2, [account("b", 50.0, 2.0)])], 5.0
    yield "half cents to move", [tier("A", 10.0, 1, [account("a", 10.015)]), tier("B", 10.0, 2, [account("b", 9.985)])], 0.01
    yield "less than half a cent to move", [tier("A", 10.0, 1, [account("a", 10.003)]), tier("B", 10.0, 2, [account("b", 9.0)])], 0.0
    yield "balances below zero", [tier("A", 10.0, 1, [account("a", -10.0, 4.0), account("b", 5.0, -1.0)]), tier("B", 0.0, 2, [account("c", 40.0)])], 12.0
    for cents in (0.125, 2.675, 0.005, 0.015, 0.025, 1.005, 1.115, 8.575, 0.045, 33.335, 66.665, 99.995):
        yield f"half a cent of {cents}", [tier("Tier 4", cents, 1, three)], cents
        yield f"half a cent of {cents}, half each", [tier("Tier 4", 0.0, 1, [account("a"), account("b")])], cents
    for small in (0.01, 0.03, 1.0, 7.77):
        yield f"a long tail of {small}", [tier("Tier 4", 0.0, 1, [account("a", cap=small), account("b", cap=small, weight=3.0)])], small * 140


def random_amount(random, greatest):
    kind = random.randrange(4)
    if kind == 0:
        return float(random.randrange(int(greatest)))
    if kind == 1:
        return round(random.uniform(0, greatest), 2)
    if kind == 2:
        return round(random.uniform(0, greatest), 3)
    return random.uniform(0, greatest)


def random_case(random):
    tiers = []
    for place in range(random.randrange(1, 7)):
        accounts = []
        for number in range(random.choice([0, 1, 1, 2, 2, 3, 4, 5])):
            cap = random_amount(random, 800.0) if random.random() < 0.4 else None
            weight = random.choice([0.0, 1.0, 1.0, 1.0, 2.0, 3.0, 0.5, round(random.uniform(-1, 4), 2)])
            accounts.append(account(f"{place}{'abcde'[number]}", random_amount(random, 700.0) if random.random() < 0.7 else 0.0,
                                    round(random.uniform(-1, 8), 2) if random.random() < 0.7 else 0.0, weight, cap))
        preferred = random.choice(accounts)["name"] if accounts and random.random() < 0.4 else None
        if random.random() < 0.03:
            preferred = "nobody"
        name = random.choice(["Tier 4", "Tier 40", f"T{place}", f"T{place}", f"T{place}", f"T{place}"])
        purpose = "Growth" if random.random() < 0.15 else "Reserve"
        tiers.append(tier(name, random_amount(random, 2000.0), random.randrange(1, 5), accounts, purpose, preferred))
    return tiers, random_amount(random, 4000.0)


def result(name, tiers, cash, months):
    case = {"name": name, "tiers": tiers, "cash": cash, "months": months, "by_tier": by_tier(tiers, cash)}
    try:
        case["detail"] = in_detail(tiers, cash)
    except LookupError:
        case["detail"] = None
    case["moves"] = moves(tiers)
    case["forecast"] = forecast(tiers, months)
    return case


def rounded(random):
    values = [n / 1000 for n in range(0, 2000, 5)] + [n / 8 for n in range(40)] + [0.0, -0.0, -0.125, -2.675, 1e15 + 0.125, 2 ** 52 + 0.5, 1e16, 1e300]
    values += [5e-324, 1e-300, 0.004999999999999999, 0.005000000000000001, 90071992547409.915, 900719925474099.4, 4503599627370495.5]
    values += [random.uniform(-1000, 1000) for _ in range(500)] + [math.ldexp(random.getrandbits(53), random.randrange(-60, 4)) for _ in range(500)]
    return [[value, round(value, 2)] for value in values]


def main():
    source = random.Random(20250830)
    cases = [result(name, tiers, cash, 12) for name, tiers, cash in odd_cases()]
    while len(cases) < 280:
        tiers, cash = random_case(source)
        case = result(f"random {len(cases)}", tiers, cash, source.choice([0, 1, 3, 6, 12, 24, 60, 120, 360]))
        if len(case["detail"] or []) <= 220:
            cases.append(case)
    with open(HERE / "reserve.json", "w") as file:
        lines = [json.dumps(case) for case in cases]
        file.write('{"rounded":' + json.dumps(rounded(source)) + ',\n"cases":[\n' + ",\n".join(lines) + "\n]}\n")
    print(len(cases), "cases,", max(len(case["detail"] or []) for case in cases), "rows at most,",
          sum(case["detail"] is None for case in cases), "refused")


main()
