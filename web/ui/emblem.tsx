// The campaign's emblem, wherever a picture helps. Decoration only: nothing is said by it.
import './emblem.css';

export function Emblem() {
  return <span className="emblem" aria-hidden="true" />;
}
