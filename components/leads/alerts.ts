import { toast } from 'sonner';

/** How the page tells what came of a press: a toast at the top, read out by screen readers. */
export const alerts = {
  tell: (text: string) => void toast.success(text),
  error: (text: string) => void toast.error(text),
};
