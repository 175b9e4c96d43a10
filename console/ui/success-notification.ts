import { notifications } from '@mantine/notifications';

const shownMs = 15_000;

export function showSuccess(title: string, message: string): void {
  notifications.show({
    title,
    message,
    role: 'status',
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Close' },
    // Mantine's default is too pale.
    styles: { description: { color: 'var(--mantine-color-text)' } },
  });
}
