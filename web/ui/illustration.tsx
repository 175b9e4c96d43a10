// A picture over a short message, of the campaign's own drawing. Decoration only: the message says it all.
import './illustration.css';

/** @param props.of which one: scanning the pack, come at another time, something broke */
export function Illustration({ of }: { of: 'scan' | 'closed' | 'mishap' }) {
  return <div className={`illustration illustration-${of}`} aria-hidden="true" />;
}
