// A picture over a short message, of the campaign's own drawing. Decoration only: the message says it all.
import './scene.css';

/** @param props.of which one: scanning the pack, come at another time, something broke */
export function Scene({ of }: { of: 'scan' | 'closed' | 'mishap' }) {
  return <div className={`scene scene-${of}`} aria-hidden="true" />;
}
