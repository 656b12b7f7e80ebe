#!/usr/bin/env python3
"""Returns and risk figures by numpy and scipy, for the tests to compare with.

    python3 figures.py FOLDER

FOLDER holds ORCL-daily-1995-2014.csv, NVDA-daily-1999-2014.csv and GSPC-daily-1999-2018.csv.gz. What comes of them and of sample.csv,
which lies beside this script, is written to figures.csv beside it: one line a figure, `series,figure,value`.
"""

import csv
import datetime
import gzip
import pathlib
import sys

import numpy as np
from scipy import optimize, stats

HERE = pathlib.Path(__file__).parent
PERIODS, RISK_FREE = 252, 0.02


def prices(path):
    """Days and closing prices of a file of daily prices."""
    with (gzip.open(path, "rt") if path.suffix == ".gz" else open(path)) as file:
        rows = list(csv.DictReader(file))

    def day(text):
        return datetime.date.fromisoformat(text) if "-" in text else datetime.datetime.strptime(text, "%m/%d/%Y").date()

    return [day(row["Date"]) for row in rows], np.array([float(row["Close"]) for row in rows])


def annualized(total, days):
    return (1 + total) ** (365 / days) - 1 if days >= 365 else None


def xirr(days, amounts):
    """The rate of flows that have just one, by Brent's method."""
    years = np.array([(day - days[0]).days / 365 for day in days])
    return optimize.brentq(lambda rate: np.sum(amounts / (1 + rate) ** years), -0.99, 100, xtol=1e-15, rtol=1e-14)


def risk(returns):
    daily = (1 + RISK_FREE) ** (1 / PERIODS) - 1
    downside = np.sqrt(np.mean(np.minimum(returns, 0) ** 2) * PERIODS)
    return {
        "count": len(returns),
        "mean": np.mean(returns),
        "volatility": np.std(returns, ddof=1) * np.sqrt(PERIODS),
        "downside_deviation": downside,
        "sharpe": (np.mean(returns) - daily) / np.std(returns, ddof=1) * np.sqrt(PERIODS),
        "sortino": np.mean(returns) * PERIODS / downside,
    }


def drawdowns(days, levels):
    """The deepest fall with its days, and the most days from a peak to the day back at it or to the end."""
    depth = levels / np.maximum.accumulate(levels) - 1
    trough = int(np.argmin(depth))
    top = np.max(levels[: trough + 1])
    peak = max(place for place in range(trough + 1) if levels[place] == top)
    back = [place for place in range(trough, len(levels)) if levels[place] >= top]
    longest, last_peak = 0, 0
    for place in range(1, len(levels)):
        below = levels[place] < levels[last_peak]
        if below and place < len(levels) - 1:
            continue
        if place - last_peak > 1 or below:
            longest = max(longest, (days[place] - days[last_peak]).days)
        last_peak = place
    return {
        "drawdown": depth[trough], "peak": days[peak], "trough": days[trough],
        "recovery": days[back[0]] if back else "none", "longest_days": longest,
    }


def calendar(days, levels, key):
    """The return of each period of the calendar, from the last level before it."""
    result, opening = {}, levels[0]
    for place, day in enumerate(days):
        if place + 1 == len(days) or key(days[place + 1]) != key(day):
            if place > 0:
                result[key(day)] = levels[place] / opening - 1
            opening = levels[place]
    return result


def spans(days, levels):
    figures = {}
    months = calendar(days, levels, lambda day: (day.year, day.month))
    for year, value in calendar(days, levels, lambda day: day.year).items():
        figures[f"year {year}"] = value
    for (year, quarter), value in calendar(days, levels, lambda day: (day.year, (day.month + 2) // 3)).items():
        figures[f"quarter {year}-{quarter}"] = value
    for (year, month), value in months.items():
        if year in (2001, 2008) or len(months) < 6:
            figures[f"month {year}-{month}"] = value
    return figures


def rolling_year(days, levels):
    """Lowest, highest and last return over a year, ending on each day of the series from a year after its first."""
    rows = []
    for place, day in enumerate(days):
        try:
            opening = day.replace(year=day.year - 1)
        except ValueError:
            opening = day.replace(year=day.year - 1, day=28)
        if (day + datetime.timedelta(1)).day == 1:
            opening = (opening.replace(day=28) + datetime.timedelta(4)).replace(day=1) - datetime.timedelta(1)
        if opening < days[0]:
            continue
        first = int(np.searchsorted(np.array(days), opening, side="right")) - 1
        rows.append(levels[place] / levels[first] - 1)
    return {"rolling_count": len(rows), "rolling_min": min(rows), "rolling_max": max(rows), "rolling_last": rows[-1]}


def compared(returns, benchmarks):
    daily = (1 + RISK_FREE) ** (1 / PERIODS) - 1
    line = stats.linregress(benchmarks - daily, returns - daily)
    difference = returns - benchmarks
    return {
        "common": len(returns),
        "beta": line.slope,
        "alpha": line.intercept * PERIODS,
        "correlation": stats.pearsonr(returns, benchmarks).statistic,
        "tracking_error": np.std(difference, ddof=1) * np.sqrt(PERIODS),
        "information_ratio": np.mean(difference) / np.std(difference, ddof=1) * np.sqrt(PERIODS),
    }


def savings_plan(days, levels, benchmark):
    """500 a month on its first day in the file, all of it worth what it is on the last day; and the same in a benchmark."""
    bought = [place for place in range(1, len(days)) if days[place].month != days[place - 1].month]
    closing = sum(500 / levels[place] for place in bought) * levels[-1]
    flow_days = [days[place] for place in bought] + [days[-1]]
    other = sum(500 / benchmark[days[place]] for place in bought) * benchmark[days[-1]]
    return {
        "plan_payments": len(bought),
        "plan_closing": closing,
        "plan_irr": xirr(flow_days, np.array([-500.0] * len(bought) + [closing])),
        "plan_pme_closing": other,
        "plan_pme_irr": xirr(flow_days, np.array([-500.0] * len(bought) + [other])),
    }


def stock(days, levels, benchmark=None):
    """All figures of a price."""
    total, span = levels[-1] / levels[0] - 1, (days[-1] - days[0]).days
    returns = levels[1:] / levels[:-1] - 1
    figures = {"total": total, "annualized": annualized(total, span)}
    figures |= risk(returns) | drawdowns(days, levels) | spans(days, levels) | rolling_year(days, levels)
    figures |= {"best_day": np.max(returns), "worst_day": np.min(returns), "positive_days": int(np.sum(returns > 0))}
    if benchmark:
        common = [place for place, day in enumerate(days) if day in benchmark]
        own, others = levels[common], np.array([benchmark[days[place]] for place in common])
        figures |= compared(own[1:] / own[:-1] - 1, others[1:] / others[:-1] - 1)
        first = days.index(min(benchmark)) if days[0] < min(benchmark) else 0
        figures |= savings_plan(days[first:], levels[first:], benchmark)
    return figures


def sample():
    """The same of a series with flows and weekends."""
    with open(HERE / "sample.csv") as file:
        rows = list(csv.DictReader(file))
    days = [datetime.date.fromisoformat(row["date"]) for row in rows]
    values, flows = (np.array([float(row[name]) for row in rows]) for name in ("value", "flow"))
    trading = [0] + [place for place in range(1, len(rows)) if rows[place]["trading"] == "yes"]
    money_in, money_out = np.maximum(flows[1:], 0), np.maximum(-flows[1:], 0)
    growths = {
        "split": (values[1:] + money_out) / (values[:-1] + money_in),
        "start": values[1:] / (values[:-1] + flows[1:]),
        "end": (values[1:] - flows[1:]) / values[:-1],
    }
    figures = {f"total_{name}": np.prod(growth) - 1 for name, growth in growths.items()}
    levels = np.concatenate([[1.0], np.cumprod(growths["split"])])
    traded, traded_days = levels[trading], [days[place] for place in trading]
    figures |= risk(traded[1:] / traded[:-1] - 1) | drawdowns(traded_days, traded) | spans(days, levels)
    span = (days[-1] - days[0]).days
    for name, extra_in, extra_out in [("split", 1, 0), ("start", 1, 1), ("end", 0, 0)]:
        left = np.array([(days[-1] - day).days for day in days[1:]])
        weights = (left + np.where(flows[1:] > 0, extra_in, extra_out)) / span
        figures[f"dietz_{name}"] = (values[-1] - values[0] - np.sum(flows[1:])) / (values[0] + np.sum(weights * flows[1:]))
    amounts = -flows.copy()
    amounts[0], amounts[-1] = -values[0], values[-1]
    figures["irr"] = xirr(days, amounts)
    figures["irr_span"] = (1 + figures["irr"]) ** (span / 365) - 1
    index = {day: float(row["benchmark"]) for day, row in zip(days, rows) if row["benchmark"]}
    priced = [place for place in trading if days[place] in index]
    others = np.array([index[days[place]] for place in priced])
    figures |= compared(levels[priced][1:] / levels[priced][:-1] - 1, others[1:] / others[:-1] - 1)
    paid = [(place, values[0] if place == 0 else flows[place]) for place in range(len(rows)) if place == 0 or flows[place] != 0]
    figures["pme_closing"] = sum(amount * index[days[-1]] / index[days[place]] for place, amount in paid)
    return figures


def main():
    folder = pathlib.Path(sys.argv[1])
    index_days, index_levels = prices(folder / "GSPC-daily-1999-2018.csv.gz")
    index = dict(zip(index_days, index_levels))
    figures = {
        "sample": sample(),
        "ORCL": stock(*prices(folder / "ORCL-daily-1995-2014.csv"), index),
        "NVDA": stock(*prices(folder / "NVDA-daily-1999-2014.csv"), index),
        "GSPC": stock(index_days, index_levels),
    }
    with open(HERE / "figures.csv", "w") as file:
        file.write("series,figure,value\n")
        for series, table in figures.items():
            for name, value in table.items():
                file.write(f"{series},{name},{float(value)!r}\n" if isinstance(value, (int, float, np.number)) else f"{series},{name},{value}\n")


main()
