type Part = { readonly at: DOMRect } & (
  | { readonly text: string; readonly font: string; readonly color: string }
  | { readonly box: string; readonly radius: number }
  | { readonly drawing: SVGSVGElement }
);

/** Of which a drawing that is detached from the page's style sheets needs a copy. */
const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
] as const;
const padding = 24;
const pixelsMin = 1600;

/** A PNG of a plot's frame, in light colours and with the captions that `data-picture` shows. */
export async function pictureOf(frame: HTMLElement): Promise<Blob> {
  const { at, parts, ground } = asForSlide(frame, () => ({
    at: frame.getBoundingClientRect(),
    parts: [...partsOf(frame)],
    ground: getComputedStyle(frame).backgroundColor,
  }));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Failed to draw the plot: the browser gives no canvas.');
  const [width, height] = [at.width + 2 * padding, at.height + 2 * padding];
  const scale = Math.max(2, pixelsMin / width);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.translate(padding - at.x, padding - at.y);
  for (const part of parts) await draw(context, part);
  return blobOf(canvas);
}

/** Reads layout and styles as they would be; the browser paints nothing in between. */
function asForSlide<T>(frame: HTMLElement, read: () => T): T {
  const name = 'data-mantine-color-scheme';
  const root = document.documentElement;
  const scheme = root.getAttribute(name) ?? 'light';
  root.setAttribute(name, 'light');
  frame.dataset['picture'] = '';
  try {
    return read();
  } finally {
    root.setAttribute(name, scheme);
    delete frame.dataset['picture'];
  }
}

/** Boxes, drawings and words, in the order in which they are painted. */
function* partsOf(frame: HTMLElement): Generator<Part> {
  const walker = document.createTreeWalker(frame);
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    if (node instanceof Text) yield* wordsOf(node);
    else if (node instanceof SVGSVGElement) yield* drawingOf(node);
    else if (node instanceof HTMLElement) yield* boxOf(node);
  }
}

const isShown = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** Each word where it stands, so that lines break as on the page, and in its typeface. */
function* wordsOf(node: Text): Generator<Part> {
  const parent = node.parentElement;
  if (parent === null || !isShown(parent)) return;
  const style = getComputedStyle(parent);
  const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const color = parent instanceof SVGElement ? style.fill : style.color;
  for (const { 0: text, index } of node.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + text.length);
    yield { at: range.getBoundingClientRect(), text, font, color };
  }
}

function* boxOf(element: HTMLElement): Generator<Part> {
  const { backgroundColor: box, borderTopLeftRadius: radius } = getComputedStyle(element);
  if (!isShown(element) || box === 'rgba(0, 0, 0, 0)') return;
  yield { at: element.getBoundingClientRect(), box, radius: Number.parseFloat(radius) };
}

/** Without its texts: an image has none of the page's typefaces. */
function* drawingOf(original: SVGSVGElement): Generator<Part> {
  const drawing = original.cloneNode(true);
  if (!isShown(original) || !(drawing instanceof SVGSVGElement)) return;
  const at = original.getBoundingClientRect();
  const elements = original.querySelectorAll('*');
  drawing.querySelectorAll<SVGElement>('*').forEach((copy, place) => {
    const element = elements[place];
    if (element === undefined) return;
    const style = getComputedStyle(element);
    for (const name of inlined) copy.style.setProperty(name, style.getPropertyValue(name));
  });
  for (const text of drawing.querySelectorAll('text')) text.remove();
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  drawing.setAttribute('width', String(at.width));
  drawing.setAttribute('height', String(at.height));
  yield { at, drawing };
}

async function draw(context: CanvasRenderingContext2D, part: Part): Promise<void> {
  const { x, y, width, height } = part.at;
  if ('drawing' in part) {
    const image = new Image();
    const source = new XMLSerializer().serializeToString(part.drawing);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
    await image.decode();
    context.drawImage(image, x, y, width, height);
  } else if ('box' in part) {
    context.fillStyle = part.box;
    context.beginPath();
    context.roundRect(x, y, width, height, part.radius);
    context.fill();
  } else {
    context.font = part.font;
    context.fillStyle = part.color;
    context.textBaseline = 'middle';
    context.fillText(part.text, x, y + height / 2);
  }
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('Failed to draw the plot: the browser gave no picture.'));
      else resolve(blob);
    }, 'image/png');
  });
}
