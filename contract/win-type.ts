/**
 * Reads the `winType` of an answer, a number or a string (Spec 3, Spin result); anything that is
 * not one of the campaign's amounts is `undefined`, and the spin stops quietly.
 */
export function readWinType(winType: unknown, amounts: readonly number[]): number | undefined {
  const amount =
    typeof winType === 'string' && /^[0-9]+$/.test(winType) ? Number(winType) : winType;
  return amounts.find((known) => known === amount);
}
