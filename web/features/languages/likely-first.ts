/** Official or most spoken in the state, where it is not Hindi or English. */
const spokenIn: Readonly<Record<string, readonly string[]>> = {
  'Andaman and Nicobar Islands': ['bn', 'ta'],
  'Andhra Pradesh': ['te'],
  Assam: ['bn'],
  Chandigarh: ['pa'],
  'Dadra and Nagar Haveli': ['gu'],
  Delhi: ['pa', 'ur'],
  Goa: ['mr'],
  Gujarat: ['gu'],
  'Jammu and Kashmir': ['ur'],
  Karnataka: ['kn'],
  Kerala: ['ml'],
  Ladakh: ['ur'],
  Lakshadweep: ['ml'],
  Maharashtra: ['mr'],
  Puducherry: ['ta'],
  Punjab: ['pa'],
  'Tamil Nadu': ['ta'],
  Telangana: ['te', 'ur'],
  Tripura: ['bn'],
  'West Bengal': ['bn'],
};

/** The languages of the state that was chosen and of the phone come first, the others stay in order. */
export function likelyFirst(
  offered: readonly string[],
  { state, phone }: { state: string; phone: readonly string[] },
): string[] {
  const likely = [...(spokenIn[state] ?? []), ...phone.flatMap((tag) => [tag, tag.split('-')[0]])];
  const first = likely.filter((tag) => tag !== undefined && offered.includes(tag));
  return [...new Set([...first.filter((tag) => tag !== undefined), ...offered])];
}
