import { useApp, useMessageText } from './app/use-app.ts';
import { useStore } from 'zustand/react';
import { OpenButton } from './app/layout/layout.tsx';
import { isErased, type Overlay } from './app/layout/overlay-store.ts';
import { ContactDetails } from './features/contact/contact-details.tsx';
import { DocumentDialog, FairDrawLink } from './features/documents/document-dialog.tsx';
import { ErrorPopup } from './features/error-popup/error-popup.tsx';
import { LanguageDialog } from './features/languages/language-dialog.tsx';
import { SideMenu } from './features/side-menu/side-menu.tsx';
import { YourDataDialog } from './features/your-data/your-data-dialog.tsx';

export function Overlays() {
  const { overlay } = useApp();
  const { open, isChoosingLanguage } = useStore(overlay);
  const onClose = () => overlay.setState({ isChoosingLanguage: false });
  return (
    <>
      {open !== null && <OpenOverlay open={open} />}
      {isChoosingLanguage && <LanguageDialog onClose={onClose} />}
    </>
  );
}

function OpenOverlay({ open }: { open: Overlay }) {
  const { campaign, leave, overlay } = useApp();
  const { words } = campaign;
  const text = useMessageText();
  const onClose = () => overlay.setState({ open: null });
  // The same component, so that the dialog stays open when the data is erased.
  if (open === 'yourData') return <YourDataDialog onClose={onClose} />;
  if (isErased(open)) return <YourDataDialog erased={open.erased} onClose={leave} />;
  if (typeof open === 'object')
    return <ErrorPopup message={text(open.message)} onClose={onClose} />;
  if (open === 'rewardPart') return null;
  if (open === 'menu') return <SideMenu onClose={onClose} />;
  const { title, intro } = words.contact;
  const shown = open === 'contact' ? { title, sections: [] } : words[open];
  return (
    <DocumentDialog key={open} text={shown} closeLabel={words.menu.close} onClose={onClose}>
      {open === 'contact' && (
        <>
          <p>{intro}</p>
          <ContactDetails />
        </>
      )}
      {open === 'terms' && <FairDrawLink />}
      {open === 'consentNotice' && (
        <OpenButton variant="link" className="document-more" open="yourData" />
      )}
    </DocumentDialog>
  );
}
