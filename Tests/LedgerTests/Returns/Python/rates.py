#!/usr/bin/env python3
"""Yearly rates of random flows to fifty digits, for the tests to compare with.

    python3 rates.py > rates.csv

One line a case: the rate r between -0.999999 and 100 that solves sum(amount / (1 + r) ** (days / 365)) = 0, found by bisection with sixty
digits, and then the flows as `day amount`, days counted from the first. Each case pays first and receives last, so that it has one rate.
"""

import random
from decimal import Decimal, getcontext

getcontext().prec = 60


def worth(flows, rate):
    """What the flows are worth on their first day."""
    growth = (1 + rate).ln()
    return sum(amount * (-growth * days / 365).exp() for days, amount in flows)


def case():
    """Flows of payments of some cents up to ten millions, over days or decades, and one receipt that loses, keeps or multiplies them."""
    count, span = random.choice([2, 3, 5, 12, 40]), random.choice([20, 100, 400, 2000, 9000])
    days = sorted(random.sample(range(span + 1), min(count, span)))
    flows = [(day - days[0], Decimal(-random.randint(1, 10 ** random.choice([3, 6, 9]))) / 100) for day in days[:-1]]
    factor = Decimal(str(round(random.choice([random.uniform(0.01, 5), random.uniform(0.9, 1.1), 1.0]), 6)))
    receipt = (-sum(amount for _, amount in flows) * factor).quantize(Decimal("0.01"))
    return flows + [(days[-1] - days[0], receipt)]


def rate(flows):
    """The rate; None where it lies beyond the bounds."""
    low, high = Decimal("-0.999999"), Decimal(100)
    below = worth(flows, low) > 0
    if flows[-1][1] <= 0 or below == (worth(flows, high) > 0):
        return None
    for _ in range(190):
        middle = (low + high) / 2
        if (worth(flows, middle) > 0) == below:
            low = middle
        else:
            high = middle
    return (low + high) / 2


random.seed(7)
left = 120
while left:
    flows = case()
    root = rate(flows)
    if root is not None:
        left -= 1
        print(f"{root:.50f}," + ",".join(f"{days} {amount}" for days, amount in flows))
