export type LegendEntry = {
  readonly label: string;
  readonly color: string;
  readonly line?: 'dashed' | 'dotted';
};
type Captions = {
  readonly title: string;
  readonly summary: string;
  readonly legend: readonly LegendEntry[];
};

const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'dominant-baseline',
  'stop-color',
  'stop-opacity',
  'visibility',
] as const;
const scale = 2;
const padding = 20;
const titleHeight = 30;
const lineHeight = 20;

/** A PNG of the largest drawing in `plot`, with its title, colours and summary. */
export async function pictureOf(plot: HTMLElement, captions: Captions): Promise<Blob> {
  const drawing = largestDrawing(plot);
  const { width, height } = drawing.getBoundingClientRect();
  const image = await imageOf(withStyles(drawing), { width, height });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Failed to draw the plot: the browser gives no canvas.');
  const style = getComputedStyle(plot);
  const font = (weight: number, size: number) => `${weight} ${size}px ${style.fontFamily}`;
  context.font = font(400, 13);
  const lines = wrap(context, captions.summary, width);
  const legendHeight = captions.legend.length > 1 ? lineHeight : 0;
  canvas.width = (width + 2 * padding) * scale;
  const textHeight = titleHeight + lines.length * lineHeight + legendHeight;
  canvas.height = (height + textHeight + 2.5 * padding) * scale;
  context.scale(scale, scale);
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = font(600, 16);
  context.fillText(captions.title, padding, padding + 14);
  context.font = font(400, 13);
  lines.forEach((line, at) =>
    context.fillText(line, padding, padding + titleHeight + 12 + at * lineHeight),
  );
  if (legendHeight > 0) {
    const y = padding + titleHeight + lines.length * lineHeight + 14;
    drawLegend(context, captions.legend, { plot, y });
  }
  context.drawImage(image, padding, padding * 1.5 + textHeight, width, height);
  return blobOf(canvas);
}

const area = (one: SVGSVGElement) => one.clientWidth * one.clientHeight;

function largestDrawing(plot: HTMLElement): SVGSVGElement {
  const [largest] = [...plot.querySelectorAll('svg')].toSorted((a, b) => area(b) - area(a));
  if (largest === undefined) throw new Error('Failed to draw the plot: it has no drawing.');
  return largest;
}

/** Detached from the page, style sheets and their variables are lost. */
function withStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return drawing;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of inlined) element.style.setProperty(name, style.getPropertyValue(name));
  });
  return copy;
}

async function imageOf(
  drawing: SVGSVGElement,
  { width, height }: { width: number; height: number },
): Promise<HTMLImageElement> {
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(drawing);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length === 0 || context.measureText(longer).width > width) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

function drawLegend(
  context: CanvasRenderingContext2D,
  legend: readonly LegendEntry[],
  { plot, y }: { plot: HTMLElement; y: number },
): void {
  const style = getComputedStyle(plot);
  let x = padding;
  for (const { label, color } of legend) {
    // A canvas does not resolve CSS variables.
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
    context.fillStyle = name === undefined ? color : style.getPropertyValue(name).trim();
    context.fillRect(x, y - 9, 10, 10);
    context.fillStyle = style.color;
    context.fillText(label, x + 16, y);
    x += 32 + context.measureText(label).width;
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
