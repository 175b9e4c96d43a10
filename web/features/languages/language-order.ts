/**
 * Official or most spoken languages of each state, besides Hindi and English. State names have no
 * spaces.
 */
const spokenIn: Readonly<Record<string, readonly string[]>> = {
  AndamanandNicobarIslands: ['bn', 'ta'],
  AndhraPradesh: ['te'],
  Assam: ['bn'],
  Chandigarh: ['pa'],
  DadraandNagarHaveli: ['gu'],
  Delhi: ['pa', 'ur'],
  Goa: ['mr'],
  Gujarat: ['gu'],
  JammuandKashmir: ['ur'],
  Karnataka: ['kn'],
  Kerala: ['ml'],
  Ladakh: ['ur'],
  Lakshadweep: ['ml'],
  Maharashtra: ['mr'],
  Puducherry: ['ta'],
  Punjab: ['pa'],
  TamilNadu: ['ta'],
  Telangana: ['te', 'ur'],
  Tripura: ['bn'],
  WestBengal: ['bn'],
};

/** The languages of the chosen state first, then those of the phone; the rest keep their order. */
export function orderLanguages(
  offered: readonly string[],
  { state, phone }: { state: string; phone: readonly string[] },
): string[] {
  const likely = [
    ...(spokenIn[state.replaceAll(' ', '')] ?? []),
    ...phone.flatMap((tag) => [tag, tag.split('-')[0]]),
  ];
  const first = likely.filter((tag) => tag !== undefined && offered.includes(tag));
  return [...new Set([...first.filter((tag) => tag !== undefined), ...offered])];
}
