'use client';

import { LogIn } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useRef } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import { type RequestFailure, callApi } from '@/lib/api-client';
import { useFailureWords } from '../failure-words';
import { useBusy } from '../use-busy';

export function SignInForm() {
  const t = useTranslations();
  const router = useRouter();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { busy, failure, run } = useBusy(() => field.current?.select());

  async function signIn() {
    await callApi('POST /api/admin/session', { body: { password: field.current?.value ?? '' } });
    router.refresh();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void run(signIn);
  }

  return (
    <form onSubmit={submit} className="mx-auto grid w-full max-w-sm gap-4 py-16">
      <div>
        <h1 className="text-2xl font-bold tracking-tight">{t('admin_sign_in')}</h1>
        <p className="mt-1 text-sm text-ink-soft">{t('admin_sign_in_hint')}</p>
      </div>
      {/* Password managers save a password only with a user name. */}
      <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t('admin_password')}
        </label>
        <input
          ref={field}
          id={id}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          aria-invalid={failure !== null}
          aria-describedby={`${id}-problem`}
          className="h-11 rounded-lg border border-line-strong bg-paper-raised px-3"
        />
        <p id={`${id}-problem`} role="alert" className="min-h-5 text-sm text-failed-ink">
          {failure && <Problem failure={failure} />}
        </p>
      </div>
      <ToolButton type="submit" icon={LogIn} tone="press" busy={busy} className="min-h-11 justify-center">
        {t('admin_sign_in')}
      </ToolButton>
    </form>
  );
}

function Problem({ failure }: { failure: RequestFailure }) {
  const t = useTranslations();
  const words = useFailureWords();
  const { code, retryAfterS } = failure;
  if (code !== 'rate_limited' || retryAfterS === undefined) return words(failure);
  return t('admin_sign_in_limited', { minutes: Math.ceil(retryAfterS / 60) });
}
