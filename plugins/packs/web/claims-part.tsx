import { fill } from '@inaam/campaigns/public/fill.ts';
import type { RewardPart } from '@inaam/web/app/reward/reward-part.ts';
import { useApp } from '@inaam/web/app/use-app.ts';
import './claims-part.css';

/** More would be a pattern instead of a number that one sees. */
const drawnMax = 12;

/** How many rewards the number has of those that it can get. */
export const Part: RewardPart = ({ vouchers }) => {
  const { packs, words } = useApp().campaign;
  const inAll = packs?.inAll;
  if (inAll === undefined || vouchers?.state === undefined) return null;
  const number = 1 + (vouchers.others?.length ?? 0);
  const places = inAll > drawnMax ? [] : Array.from({ length: inAll }, (_, at) => at);
  return (
    <div className="reward-note claims">
      <div aria-hidden="true">
        {places.map((at) => (
          <i key={at} style={at < number ? { color: `hsl(${(360 * at) / inAll} 75% 45%)` } : {}} />
        ))}
      </div>
      <p>{fill(words.packs?.count ?? '', { number, inAll })}</p>
    </div>
  );
};
