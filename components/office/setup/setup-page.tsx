'use client';

import { Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { apiUrl, callApi } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { calendarDay, dayAndTime } from '@/components/leads/format';
import { useVendorWords } from '@/components/leads/vendor-words';
import { useLanguage } from '@/components/ui/use-language';
import { ToolButton } from '@/components/ui/tool-button';
import type { ReasoningEffort } from '@/lib/contracts/choices';
import type { SetupStates, TrialResult } from '@/lib/contracts/office';
import { tenthsOfSeconds } from '@/lib/time';
import { ResourceNotice } from '../resource-notice';
import { useResource } from '../use-resource';
import { ModelServers } from './model-servers';
import { ModelUse } from './model-use';
import { Models } from './models';
import { ReasoningField } from './reasoning-field';
import { Samples } from './samples';
import { TriedModel } from './tried-model';

const setupPath = apiUrl('GET /api/admin/setup');
/** A restarted web app may have other settings. */
const pollMs = 10_000;
/** The API's names of what runs on this server, without a vendor. */
const ownNames = new Set(['local', 'DATA_DIR']);

/** The product's parts with their states; each that is on can be tried. */
export function SetupPage() {
  const t = useTranslations();
  const resource = useResource([setupPath], (signal) => callApi('GET /api/admin/setup', { signal }), pollMs);
  const { data, reload } = resource;
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-bold tracking-tight">{t('setup_title')}</h1>
      <ResourceNotice {...resource} />
      {data && (
        <ul className="border-t border-line">
          {data.parts.map((part) => (
            <Part key={part.part} {...part} samples={data.samples} onChanged={reload} />
          ))}
        </ul>
      )}
      <Models onChanged={reload} />
    </div>
  );
}

interface PartProps extends SetupPart {
  samples: SetupStates['samples'];
  onChanged: () => Promise<void>;
}
type SetupPart = SetupStates['parts'][number];

function Part({ part, state, by, variables, failures, endings, samples, onChanged }: PartProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const vendorWords = useVendorWords();
  const language = useLanguage();
  const [result, setResult] = useState<TrialResult | null>(null);
  const [reasoning, setReasoning] = useState<ReasoningEffort>();
  const { busy, failure, run } = useBusy();

  async function tryPart() {
    setResult(null);
    const trial = await callApi('POST /api/admin/setup', { body: { part, language, reasoning } });
    if (trial.call === undefined) return setResult(trial);
    const { hearAgent } = await import('../live/listening');
    const startedMs = performance.now();
    try {
      const answer = await hearAgent(trial.call);
      setResult({ tookMs: trial.tookMs + performance.now() - startedMs, said: answer });
    } finally {
      await callApi('DELETE /api/admin/live', { body: { room: trial.call.roomName } });
    }
  }

  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[14rem_minmax(0,1fr)_auto] md:items-center">
      <div>
        <h2 className="font-semibold">{t(`setup_part_${part}`)}</h2>
        <p className="text-sm text-ink-soft">
          {state === 'on'
            ? t('setup_on', { by: by === undefined || ownNames.has(by) ? t('setup_on_here') : by })
            : t('setup_off')}
        </p>
      </div>
      <div className="min-w-0 text-sm">
        {state === 'off' && (
          <p className="text-ink-soft">
            {t('setup_how')} <code className="break-words text-ink">{variables.join(', ')}</code>
          </p>
        )}
        {part === 'language_model' && state === 'on' && (
          <ReasoningField value={reasoning} onChange={setReasoning} />
        )}
        {part === 'language_model' && <ModelServers onChanged={onChanged} />}
        {part === 'language_model' && <ModelUse />}
        {part === 'synthesis' && <Samples samples={samples} onChanged={onChanged} />}
        <p role="status">
          {result && (
            <span className="text-completed-ink">
              {result.models === undefined &&
                t('setup_works', { seconds: tenthsOfSeconds(result.tookMs / 1000, language) })}
              {result.said !== undefined && ` “${result.said}”`}
            </span>
          )}
          {result?.models?.map((tried) => (
            <TriedModel key={tried.model} tried={tried} />
          ))}
          {failure && <span className="text-failed-ink">{words(failure)}</span>}
        </p>
        {endings.map(({ model, endsOn }) => (
          <p key={model} className="text-failed-ink">
            {t('setup_model_ends', { model, date: calendarDay(endsOn, language) })}
          </p>
        ))}
        {failures.map((failure) => (
          <p key={`${failure.vendor} ${failure.kind}`} className="text-failed-ink">
            {t('setup_failures', {
              vendor: failure.vendor,
              times: failure.times,
              time: dayAndTime(failure.lastAt, language),
              why: vendorWords(failure),
            })}
          </p>
        ))}
        {part === 'synthesis' && result?.said !== undefined && (
          <audio
            controls
            autoPlay
            aria-label={result.said}
            src={apiUrl('GET /api/tts/stream', { query: { text: result.said, language, office: '1' } })}
            className="mt-1 h-9 w-full max-w-xs"
          />
        )}
      </div>
      {state === 'on' && (
        <ToolButton icon={Play} busy={busy} onClick={() => void run(tryPart)} className="w-fit">
          {t(`setup_try_${part}`)}
        </ToolButton>
      )}
    </li>
  );
}
