import { useEffect, useId, useRef, useState } from 'react';
import type { Erased } from '../../api/calls.ts';
import { useSession, useWords } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogHeader } from '../../ui/dialog-header.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import type { Sent } from './erase.ts';
import { MobileForm } from './mobile-form.tsx';
import './your-data-dialog.css';

/** @param erased afterwards */
export function YourDataDialog({ erased, onClose }: { erased?: Erased; onClose: () => void }) {
  const { menu, yourData } = useWords();
  const [sent, setSent] = useState<Sent>();
  const canAsk = useSession(({ userKey }) => userKey !== null);
  const hasToken = useSession(({ accessToken }) => accessToken !== null);
  return (
    <Dialog label={yourData.title} onClose={onClose}>
      <DialogHeader title={yourData.title} closeLabel={menu.close} onClose={onClose} />
      <div className="your-data">
        {erased !== undefined ? (
          <Done
            text={erased === 'now' ? yourData.erased : yourData.erasedLater}
            onFinish={onClose}
          />
        ) : (
          <>
            <Consequences />
            {!canAsk && (
              <p className="your-data-scan">
                <Unbroken text={yourData.scanFirst} />
              </p>
            )}
            {canAsk && !hasToken && !sent && <MobileForm onSent={setSent} />}
            {canAsk && (hasToken || sent) && <ConfirmForm sent={sent} onSent={setSent} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Done({ text, onFinish }: { text: string; onFinish: () => void }) {
  const { yourData } = useWords();
  const finish = useRef<HTMLButtonElement>(null);
  // The button that had the focus no longer exists. A dialog that opens with it focuses another.
  useEffect(() => finish.current?.focus(), []);
  const id = useId();
  return (
    <>
      <output id={id}>{text}</output>
      <Button ref={finish} aria-describedby={id} onClick={onFinish}>
        {yourData.finish}
      </Button>
    </>
  );
}

/** What is deleted, what is kept and why; shown before anything is asked. */
function Consequences() {
  const { yourData } = useWords();
  return (
    <>
      <p>{yourData.intro}</p>
      <section>
        <h3>{yourData.deletedTitle}</h3>
        <p>{yourData.deleted}</p>
      </section>
      <section>
        <h3>{yourData.keptTitle}</h3>
        <p>{yourData.kept}</p>
      </section>
      <section>
        <h3>{yourData.rewardTitle}</h3>
        <p>
          <Unbroken text={yourData.rewardOpen} />
        </p>
        <p>{yourData.voucherSent}</p>
      </section>
    </>
  );
}
