export type LegendEntry = {
  readonly label: string;
  /** A variable of the theme: `var(--console-…)`. */
  readonly color: string;
  readonly line?: 'dashed' | 'dotted' | 'hatched' | 'faded';
};
export type PictureOrigin = {
  readonly campaign: string;
  /** The period, and the filters if there are any. */
  readonly scope: string;
  /** When the figures were read, with the zone. */
  readonly time: string;
};
type Captions = {
  readonly title: string;
  readonly summary: string;
  readonly legend: readonly LegendEntry[];
  readonly origin: PictureOrigin;
};

const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'visibility',
] as const;
const padding = 24;
const lineHeight = 20;
/** Fit for a slide, however narrow the window is. */
const widthMin = 480;
const pixelsMin = 1600;
const fadedOpacity = 0.45;

type Run = { text: string; x: number; y: number; font: Font; color: string };
type Font = { weight: number | string; size: number };
type Swatch = Required<Pick<LegendEntry, 'label' | 'color'>> & Pick<LegendEntry, 'line'>;
type Copied = {
  svg: SVGSVGElement;
  texts: readonly Run[];
  width: number;
  height: number;
  legend: readonly Swatch[];
  colors: { page: string; text: string; dimmed: string };
  family: string;
};

/** A PNG of the drawing in `plot` with its captions, in light colours as for a slide. */
export async function pictureOf(plot: HTMLElement, captions: Captions): Promise<Blob> {
  const copied = inLightColors(() => copyOf(plot, captions.legend));
  const image = await imageOf(copied);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Failed to draw the plot: the browser gives no canvas.');
  const { family, colors, texts } = copied;
  const width = Math.max(copied.width, widthMin);
  const zoom = width / copied.width;
  const font = ({ weight, size }: Font) => `${weight} ${size}px ${family}`;
  const small: Font = { weight: 400, size: 13 };
  const { campaign, scope, time } = captions.origin;
  const lines: Run[] = [];
  let y = padding;
  const write = (text: string, one: Font, color: string) => {
    context.font = font(one);
    for (const line of wrap(context, text, width)) {
      y += Math.round(one.size * 1.5);
      lines.push({ text: line, x: padding, y: y - one.size * 0.35, font: one, color });
    }
  };
  write(campaign, { weight: 500, size: 13 }, colors.dimmed);
  write(captions.title, { weight: 600, size: 20 }, colors.text);
  write(scope, small, colors.dimmed);
  write(captions.summary, small, colors.text);
  context.font = font(small);
  const swatches = placed(context, copied.legend, { width, y: y + 8 });
  y = (swatches.at(-1)?.y ?? y) + padding;
  const top = y;
  y += copied.height * zoom + padding / 2;
  write(`Source: ${campaign}, Inaam console · ${time}`, { weight: 400, size: 12 }, colors.dimmed);
  const scale = Math.max(2, pixelsMin / (width + 2 * padding));
  canvas.width = Math.round((width + 2 * padding) * scale);
  canvas.height = Math.round((y + padding) * scale);
  context.scale(scale, scale);
  context.fillStyle = colors.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, padding, top, width, copied.height * zoom);
  const moved = texts.map(({ x, y: line, font: { weight, size }, ...run }) => ({
    ...run,
    x: x * zoom + padding,
    y: line * zoom + top,
    font: { weight, size: size * zoom },
  }));
  for (const { text, x, y: line, font: one, color } of [...lines, ...moved]) {
    context.font = font(one);
    context.fillStyle = color;
    context.fillText(text, x, line);
  }
  context.font = font(small);
  for (const swatch of swatches) drawSwatch(context, swatch, colors.text);
  return blobOf(canvas);
}

/** Reads styles as they are in the light scheme; the browser paints nothing in between. */
function inLightColors<T>(read: () => T): T {
  const name = 'data-mantine-color-scheme';
  const root = document.documentElement;
  const present = root.getAttribute(name);
  root.setAttribute(name, 'light');
  try {
    return read();
  } finally {
    if (present === null) root.removeAttribute(name);
    else root.setAttribute(name, present);
  }
}

function copyOf(plot: HTMLElement, legend: readonly LegendEntry[]): Copied {
  const drawing = plot.querySelector('svg');
  if (drawing === null) throw new Error('Failed to draw the plot: it has no drawing.');
  const { left, top, width, height } = drawing.getBoundingClientRect();
  const svg = drawing.cloneNode(true);
  if (!(svg instanceof SVGSVGElement)) throw new Error('Failed to draw the plot: no copy of it.');
  const originals = drawing.querySelectorAll<SVGElement>('*');
  // Detached from the page, style sheets and their variables are lost.
  svg.querySelectorAll<SVGElement>('*').forEach((element, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of inlined) element.style.setProperty(name, style.getPropertyValue(name));
  });
  // An image has none of the page's typefaces: texts are drawn on the canvas.
  for (const text of svg.querySelectorAll('text')) text.remove();
  const style = getComputedStyle(plot);
  const resolved = (color: string) => {
    const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
    return name === undefined ? color : style.getPropertyValue(name).trim();
  };
  return {
    svg,
    texts: [...drawing.querySelectorAll('text')].flatMap((text) => runOf(text, { left, top })),
    width,
    height,
    legend: legend.length > 1 ? legend.map((one) => ({ ...one, color: resolved(one.color) })) : [],
    colors: {
      page: resolved('var(--mantine-color-body)'),
      text: style.color,
      dimmed: resolved('var(--mantine-color-dimmed)'),
    },
    family: style.fontFamily,
  };
}

function runOf(text: SVGTextElement, { left, top }: { left: number; top: number }): Run[] {
  const matrix = text.getScreenCTM();
  if (matrix === null || text.getNumberOfChars() === 0) return [];
  const { x, y } = text.getStartPositionOfChar(0).matrixTransform(matrix);
  const { fontWeight, fontSize, fill } = getComputedStyle(text);
  const size = Number.parseFloat(fontSize) * matrix.a;
  return [
    {
      text: text.firstChild?.textContent ?? '',
      x: x - left,
      y: y - top,
      font: { weight: fontWeight, size },
      color: fill,
    },
  ];
}

async function imageOf({ svg, width, height }: Copied): Promise<HTMLImageElement> {
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(svg);
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

type Placed = Swatch & { readonly x: number; readonly y: number };

function placed(
  context: CanvasRenderingContext2D,
  legend: readonly Swatch[],
  { width, y }: { width: number; y: number },
): Placed[] {
  let x = padding;
  let line = y + 12;
  return legend.map((one) => {
    const length = 24 + context.measureText(one.label).width;
    if (x + length > padding + width) {
      x = padding;
      line += lineHeight;
    }
    const place = { ...one, x, y: line };
    x += length + 20;
    return place;
  });
}

const dashes = { dashed: [5, 3], dotted: [2, 3], hatched: [2, 2] } as const;

function drawSwatch(
  context: CanvasRenderingContext2D,
  { label, color, line, x, y }: Placed,
  textColor: string,
): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.globalAlpha = line === 'faded' ? fadedOpacity : 1;
  if (line === undefined || line === 'faded') context.fillRect(x, y - 10, 16, 10);
  else {
    context.lineWidth = line === 'hatched' ? 10 : 2;
    context.setLineDash([...dashes[line]]);
    context.beginPath();
    context.moveTo(x, y - 5);
    context.lineTo(x + 16, y - 5);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.fillStyle = textColor;
  context.fillText(label, x + 24, y);
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('Failed to draw the plot: the browser gave no picture.'));
      else resolve(blob);
    }, 'image/png');
  });
}
