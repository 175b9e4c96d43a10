/**
 * `winType` is a number or a string (Spec 3, Spin result). If it is not one of the campaign's
 * amounts the result is `undefined`, and the spin stops without an error.
 */
export function readWinType(winType: unknown, amounts: readonly number[]): number | undefined {
  const amount =
    typeof winType === 'string' && /^[0-9]+$/.test(winType) ? Number(winType) : winType;
  return amounts.find((known) => known === amount);
}
