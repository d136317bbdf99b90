import type { Endpoints } from '../endpoint.ts';
import { health } from '../health.ts';
import { z } from '../schema.ts';

const liveness = z.object({ status: z.enum(['ok', 'down']) });
const readiness = liveness.extend({ detail: z.string().optional() });

/** True ends every session, not only this browser's. */
const everywhere = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** Endpoints for sign-in, health checks, metrics, scheduled jobs, link previews and the OpenAPI document. */
export const operationRoutes = {
  'POST /api/admin/session': {
    summary: 'Signs an admin in and sets the session cookie.',
    access: 'page',
    body: z.object({ password: z.string().min(1).max(1024) }),
    maxBodyBytes: 4096,
    answers: { 204: null },
    errors: ['wrong_password', 'admin_locked', 'rate_limited'],
  },
  'GET /api/admin/session': {
    summary: 'The sign-in link that a local start prints. It works once and redirects to the leads.',
    access: 'page',
    query: z.object({ token: z.string().max(256).default('') }),
    answers: { 303: null },
    errors: ['rate_limited'],
  },
  'DELETE /api/admin/session': {
    summary: 'Signs out: ends the session of this browser, or every session.',
    access: 'page',
    query: z.object({ everywhere }),
    answers: { 204: null },
    errors: ['unauthorized', 'admin_locked'],
  },
  'GET /api/health': {
    summary:
      'The state of each part; details only for admins and requests from this machine. 503 while one is down.',
    access: 'everybody',
    answers: { 200: health, 503: health },
  },
  'GET /api/live': {
    summary: 'Whether the process answers at all.',
    access: 'everybody',
    answers: { 200: liveness },
  },
  'GET /api/ready': {
    summary:
      'Whether this server takes requests. 503 while it stops, without its database, or if another folder stores the recordings.',
    access: 'everybody',
    answers: { 200: readiness, 503: readiness },
  },
  'GET /api/metrics': {
    summary:
      'Calls, places, waiting times, jobs and failures in the format of Prometheus. 404 if METRICS_TOKEN is not set.',
    access: 'collector',
    answers: { 200: 'text/plain' },
    errors: ['not_found'],
  },
  'GET /api/cron/jobs': {
    summary:
      'Requeues jobs of dead workers, queues the hourly sweep and runs due jobs, for deployments without a job worker.',
    access: 'scheduler',
    answers: { 204: null },
  },
  'GET /api/link-preview/{page}': {
    summary: 'The tags of a page’s link preview, with this server’s addresses.',
    access: 'everybody',
    params: z.object({ page: z.array(z.string()).default([]) }),
    answers: { 200: 'text/html' },
    errors: ['not_found'],
  },
  'GET /api/openapi.json': {
    summary: 'This document.',
    access: 'everybody',
    answers: { 200: 'application/json' },
  },
} satisfies Endpoints;
