import { parseSync, Visitor } from 'oxc-parser';
import { isCode, isTest, type Source } from './repository.ts';

/** An object schema has a shape; anything else is a sentence or a list. */
type Shaped = { readonly shape?: Readonly<Record<string, unknown>> };

/** Parts whose sentences are looked up by a computed name, and where the name comes from. */
const lookedUp: ReadonlyMap<string, string> = new Map([
  ['messages', 'a refusal carries the name of its sentence'],
  ['loader', 'a call has the name of its text'],
  ['progress', 'a screen says which step it is'],
  ['reward.voucherStates', 'the list of states is the contract’s'],
  ['editProfile.genders', 'the list of genders is the contract’s'],
]);

/** Code that shows sentences. */
const showsWords =
  /^(?:(?:web|server|demo|contract)\/|campaigns\/loader\/(?:tag-notice|ending-words)\.ts$)/;

/**
 * The paths of all sentences of a schema: `home.errors.nameRequired`. A document (title and
 * sections) is one.
 */
export function pathsOfWords(schema: unknown, path = ''): string[] {
  if (!hasShape(schema)) return [path];
  const names = Object.keys(schema.shape);
  if (names.join() === 'title,sections') return [`${path}.title`, `${path}.sections`];
  return names.flatMap((name) =>
    pathsOfWords(schema.shape[name], path === '' ? name : `${path}.${name}`),
  );
}

function hasShape(schema: unknown): schema is Required<Shaped> {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    'shape' in schema &&
    typeof schema.shape === 'object'
  );
}

/** The paths that no code uses; a path is used by a file that names its part and its last key. */
export function unusedWords(paths: readonly string[], sources: readonly Source[]): string[] {
  const named = sources
    .filter(({ path }) => isCode(path) && !isTest(path) && showsWords.test(path))
    .map(namesOf);
  return paths
    .filter((path) => !named.some((names) => uses(names, path)))
    .map((path) => `words: ${path} is used nowhere. Show it, or delete it.`);
}

type Names = { readonly read: ReadonlySet<string>; readonly texts: ReadonlySet<string> };

function uses({ read, texts }: Names, path: string): boolean {
  // A message key of the web app.
  if (texts.has(path)) return true;
  const steps = path.split('.');
  const leaf = steps.at(-1) ?? '';
  if (lookedUp.has(steps.slice(0, -1).join('.'))) return texts.has(leaf) || readsAll(read, steps);
  return readsAll(read, steps);
}

function readsAll(read: ReadonlySet<string>, steps: readonly string[]): boolean {
  const [place = '', ...inner] = steps;
  const type = `${place.charAt(0).toUpperCase()}${place.slice(1)}Words`;
  const single = type.replace(/sWords$/, 'Words');
  const isDocument = inner.length === 1 && inner[0] === 'sections';
  if (isDocument) return read.has(place);
  return (read.has(place) || read.has(type) || read.has(single)) && read.has(inner.at(-1) ?? place);
}

/**
 * What a file reads by name: members, destructured names, types, keys of types; and its string
 * literals.
 */
function namesOf({ path, text }: Source): Names {
  const read = new Set<string>();
  const texts = new Set<string>();
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') texts.add(node.value);
    },
    MemberExpression: (node) => {
      if (!node.computed && node.property.type === 'Identifier') read.add(node.property.name);
    },
    ObjectPattern: (node) => {
      for (const property of node.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier') {
          read.add(property.key.name);
        }
      }
    },
    TSIndexedAccessType: (node) => {
      const { indexType } = node;
      if (indexType.type === 'TSLiteralType' && indexType.literal.type === 'Literal') {
        read.add(String(indexType.literal.value));
      }
    },
    TSTypeReference: (node) => {
      if (node.typeName.type === 'Identifier') read.add(node.typeName.name);
    },
  }).visit(parseSync(path, text).program);
  return { read, texts };
}
