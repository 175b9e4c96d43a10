// The campaign's emblem, wherever a picture helps. Decoration only: nothing is said by it.
import './seal.css';

export function Seal() {
  return <span className="seal" aria-hidden="true" />;
}
