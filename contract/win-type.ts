/** A number or a string (Spec 3, Spin result). `undefined` stops the spin without an error. */
export function readWinType(winType: unknown, amounts: readonly number[]): number | undefined {
  const amount =
    typeof winType === 'string' && /^[0-9]+$/.test(winType) ? Number(winType) : winType;
  return amounts.find((known) => known === amount);
}
