// The seal that stands for the promotion wherever a picture helps, in the campaign's colours. Decoration only, and
// of no trade: it fits a biscuit as well as a tea.
import './seal.css';

const around = (count: number, radius: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return { x: 50 + radius * Math.cos(angle), y: 50 + radius * Math.sin(angle) };
  });

const scallops = around(24, 43);
const dots = around(24, 32);
const [outer, inner] = [around(5, 21), around(10, 9)];
/** From tip to notch and on to the next tip. */
const star = outer.flatMap((tip, index) => [tip, inner[2 * index + 1] ?? tip]);

export function Seal() {
  return (
    <svg className="seal" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <g className="seal-rim">
        {scallops.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="6.5" />
        ))}
        <circle cx="50" cy="50" r="44" />
      </g>
      <circle className="seal-face" cx="50" cy="50" r="38" />
      <g className="seal-mark">
        {dots.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.4" />
        ))}
        <polygon points={star.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </g>
    </svg>
  );
}
