/** Percentages of a pool, highest first. */
export const alarmPercents = [95, 80, 50] as const;

/** The highest percentage that has been granted; null: none yet. */
export const alarmOf = (pool: {
  granted: number;
  planned: number;
}): (typeof alarmPercents)[number] | null =>
  alarmPercents.find(
    (percent) => pool.planned > 0 && pool.granted * 100 >= percent * pool.planned,
  ) ?? null;
