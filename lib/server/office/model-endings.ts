import { z } from 'zod';
import type { ModelEnding } from '../../contracts/vendor-failures.ts';
import { dayMs, hourMs } from '../../time.ts';
import { env } from '../platform/env.ts';
import { modelVendors } from '../language-models/configured-models.ts';
import { type ModelVendor, openAiBaseUrl } from '../language-models/model-request.ts';
import { log } from '../platform/log.ts';
import { askVendor } from '../platform/vendor.ts';
import { openAiSpeechModels } from '../speech/vendors/openai.ts';
import { recognizers } from '../speech/stt.ts';
import { synthesizers } from '../speech/tts.ts';

const knownForMs = 6 * hourMs;
const failedForMs = 600_000;
const options = { timeoutMs: 3_000, maxBytes: 4_000_000, maxTries: 1 };

const modelList = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.iso.date().nullish().catch(null) })),
});

type Dates = ReadonlyMap<string, string>;
/** End dates of models by server address; queried again after `untilMs`. */
const answers = new Map<string, { untilMs: number; dates: Promise<Dates> }>();

/** The configured models that their vendors will switch off, soonest first. Only some vendors publish dates. */
export async function modelEndings(): Promise<ModelEnding[]> {
  const settings = env();
  const { OPENAI_BASE_URL: baseUrl = openAiBaseUrl, OPENAI_API_KEY: apiKey } = settings;
  const { STT_MODEL = openAiSpeechModels.recognition, TTS_MODEL = openAiSpeechModels.synthesis } = settings;
  const isOpenAi = ({ name }: { name: string }) => name === 'openai';
  const usedModels: (ModelVendor & Pick<ModelEnding, 'part'>)[] = [
    ...modelVendors(settings).map((vendor) => ({ ...vendor, part: 'language_model' as const })),
    ...(recognizers(settings).some(isOpenAi)
      ? [{ model: STT_MODEL, baseUrl, apiKey, part: 'recognition' as const }]
      : []),
    ...(synthesizers(settings).some(isOpenAi)
      ? [{ model: TTS_MODEL, baseUrl, apiKey, part: 'synthesis' as const }]
      : []),
  ];
  const endings = await Promise.all(
    usedModels.map(async (vendor) => {
      const endsOn = (await datesOf(vendor)).get(vendor.model);
      return endsOn === undefined ? [] : [{ part: vendor.part, model: vendor.model, endsOn }];
    }),
  );
  return endings.flat().toSorted((a, b) => a.endsOn.localeCompare(b.endsOn));
}

export function daysLeft({ endsOn }: ModelEnding): number {
  return Math.floor((Date.parse(endsOn) - Date.now()) / dayMs);
}

async function datesOf({ baseUrl, apiKey }: ModelVendor): Promise<Dates> {
  const cachedAnswer = answers.get(baseUrl);
  if (cachedAnswer !== undefined && Date.now() < cachedAnswer.untilMs) return cachedAnswer.dates;
  const answer = { untilMs: Date.now() + knownForMs, dates: askDates(baseUrl, apiKey) };
  answers.set(baseUrl, answer);
  answer.dates = answer.dates.catch((cause: unknown) => {
    log.warn('model_dates_not_fetched', { baseUrl }, cause);
    answer.untilMs = Date.now() + failedForMs;
    return new Map();
  });
  return answer.dates;
}

async function askDates(baseUrl: string, apiKey: string | undefined): Promise<Dates> {
  const headers = new Headers(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` });
  const url = `${baseUrl.replace(/\/+$/, '')}/models`;
  const { bytes } = await askVendor(() => new Request(url, { headers }), options);
  const { data } = modelList.parse(JSON.parse(Buffer.from(bytes).toString()));
  return new Map(data.flatMap(({ id, shutdown_date: date }) => (date == null ? [] : [[id, date] as const])));
}
