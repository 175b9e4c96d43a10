// Shows what `overlay.ts` says lies over the screen. Loaded when the first one is opened.
import { ContactDialog } from './features/contact/contact-dialog.tsx';
import { DocumentDialog } from './features/documents/document-dialog.tsx';
import { FairDrawLink } from './features/documents/fair-draw-link.tsx';
import { ErrorPopup } from './features/error-popup/error-popup.tsx';
import { SideMenu } from './features/side-menu/side-menu.tsx';
import type { Overlay } from './app/overlay-store.ts';
import { useApp, useRetold } from './app/use-app.ts';

export function Overlays({ open }: { open: Overlay }) {
  const { campaign, overlay } = useApp();
  const { words } = campaign;
  const onClose = () => overlay.setState({ open: null });
  const message = useRetold(typeof open === 'object' ? open.message : '');
  if (typeof open === 'object') return <ErrorPopup message={message} onClose={onClose} />;
  if (open === 'menu') return <SideMenu onClose={onClose} />;
  if (open === 'contact') return <ContactDialog onClose={onClose} />;
  return (
    <DocumentDialog key={open} text={words[open]} close={words.menu.close} onClose={onClose}>
      {open === 'terms' && <FairDrawLink />}
    </DocumentDialog>
  );
}
