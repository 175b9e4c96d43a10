import './emblem.css';

export function Emblem() {
  return <span className="emblem" aria-hidden="true" />;
}
