// Vietnam's lunar calendar: a month begins on the day of the new moon in UTC+7, and month 11 is the one
// in which the sun reaches 270 degrees. The series are those of Meeus, Astronomical Algorithms.

const degrees = Math.PI / 180
const synodicMonthDays = 29.530588853
const zoneDays = 7 / 24
const unixEpochJulianDay = 2_440_588

function sine(angle: number): number {
  return Math.sin(angle * degrees)
}

/** Julian day number of the day in Vietnam on which the k-th new moon since 1900 falls. */
function newMoonDay(k: number): number {
  const t = k / 1236.85
  const mean =
    2_415_020.75933 +
    29.53058868 * k +
    0.0001178 * t ** 2 -
    0.000000155 * t ** 3 +
    0.00033 * sine(166.56 + 132.87 * t - 0.009173 * t ** 2)
  const sun = 359.2242 + 29.10535608 * k - 0.0000333 * t ** 2 - 0.00000347 * t ** 3
  const moon = 306.0253 + 385.81691806 * k + 0.0107306 * t ** 2 + 0.00001236 * t ** 3
  const latitude = 21.2964 + 390.67050646 * k - 0.0016528 * t ** 2 - 0.00000239 * t ** 3
  const correction =
    (0.1734 - 0.000393 * t) * sine(sun) +
    0.0021 * sine(2 * sun) -
    0.4068 * sine(moon) +
    0.0161 * sine(2 * moon) -
    0.0004 * sine(3 * moon) +
    0.0104 * sine(2 * latitude) -
    0.0051 * sine(sun + moon) -
    0.0074 * sine(sun - moon) +
    0.0004 * sine(2 * latitude + sun) -
    0.0004 * sine(2 * latitude - sun) -
    0.0006 * sine(2 * latitude + moon) +
    0.001 * sine(2 * latitude - moon) +
    0.0005 * sine(2 * moon + sun)
  const dynamicalTimeDays = -0.000278 + 0.000265 * t + 0.000262 * t ** 2
  return Math.floor(mean + correction - dynamicalTimeDays + 0.5 + zoneDays)
}

/** Which twelfth of its year the sun is in at the start of a day in Vietnam, 0 to 11. */
function sunSector(julianDay: number): number {
  const t = (julianDay - 0.5 - zoneDays - 2_451_545) / 36_525
  const anomaly = 357.5291 + 35_999.0503 * t - 0.0001559 * t ** 2 - 0.00000048 * t ** 3
  const longitude =
    280.46645 +
    36_000.76983 * t +
    0.0003032 * t ** 2 +
    (1.9146 - 0.004817 * t - 0.000014 * t ** 2) * sine(anomaly) +
    (0.019993 - 0.000101 * t) * sine(2 * anomaly) +
    0.00029 * sine(3 * anomaly)
  return Math.floor((((longitude % 360) + 360) % 360) / 30)
}

/** Number of the new moon that begins month 11 of a year. */
function month11(year: number): number {
  const lastDay = Date.UTC(year, 11, 31) / 86_400_000 + unixEpochJulianDay
  const k = Math.floor((lastDay - 2_415_021) / synodicMonthDays)
  return sunSector(newMoonDay(k)) >= 9 ? k - 1 : k
}

/** How many months after month 11 the leap month comes: the first in which the sun changes no sector. */
function leapMonthAfter(start: number): number {
  for (let months = 1; months < 13; months++) {
    const sector = sunSector(newMoonDay(start + months))
    if (sector === sunSector(newMoonDay(start + months + 1))) return months
  }
  return 13
}

/**
 * The day in Vietnam on which a lunar month begins; of a leap month and its double, the first.
 *
 * @param year year in which the lunar year begins
 * @param month 1 to 10
 * @returns days since 1970-01-01
 */
export function lunarMonthStart(year: number, month: number): number {
  const start = month11(year - 1)
  const isLeapYear = month11(year) - start > 12
  const after = month + 1
  const isAfterLeapMonth = isLeapYear && after >= leapMonthAfter(start)
  return newMoonDay(start + after + (isAfterLeapMonth ? 1 : 0)) - unixEpochJulianDay
}
