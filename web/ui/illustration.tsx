// One of the campaign's pictures, above a short message. Decorative.
import './illustration.css';

export function Illustration({ of }: { of: 'scan' | 'closed' | 'mishap' }) {
  return <div className={`illustration illustration-${of}`} aria-hidden="true" />;
}
