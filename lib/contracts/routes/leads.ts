import { exportFormats } from '../choices.ts';
import type { Endpoints } from '../endpoint.ts';
import {
  deskViews,
  singleLeadChange,
  leadDetail,
  leadList,
  leadQuery,
  leadSelection,
  leadsChange,
  newAttempt,
  newDeskView,
} from '../leads.ts';
import { leadReceipt } from '../recording.ts';
import { z } from '../schema.ts';
import { transcriptFormats } from '../../transcript-formats.ts';

const params = z.object({ id: z.uuid() });
const audioQuery = z.object({ download: z.string().optional() });
const downloadQuery = leadQuery.extend({ format: z.enum(exportFormats).default('json') });
const transcriptQuery = z.object({ format: z.enum(transcriptFormats).default('txt') });

/** The desk's routes. */
export const leadRoutes = {
  'GET /api/leads': {
    summary: 'The leads: all of them, or those that the query asks for.',
    access: 'admin',
    query: leadQuery,
    answers: { 200: leadList },
  },
  'PATCH /api/leads': {
    summary: 'Makes the same change to several leads.',
    access: 'admin',
    body: leadsChange,
    answers: { 200: z.object({ changed: z.number() }) },
  },
  'DELETE /api/leads': {
    summary: 'Deletes several leads with their recordings.',
    access: 'admin',
    body: leadSelection,
    answers: { 200: z.object({ deleted: z.number() }) },
  },
  'GET /api/leads/download': {
    summary: 'The leads as a file.',
    access: 'admin',
    query: downloadQuery,
    answers: { 200: 'application/json' },
  },
  'GET /api/leads/events': {
    summary: 'Server-sent events: the id of each lead that changes.',
    access: 'admin',
    answers: { 200: 'text/event-stream' },
  },
  'GET /api/leads/{id}': {
    summary: 'One lead with its waveform and consent.',
    access: 'admin',
    params,
    answers: { 200: leadDetail },
    errors: ['lead_not_found'],
  },
  'PATCH /api/leads/{id}': {
    summary: 'Changes mark, note or next action of a lead.',
    access: 'admin',
    params,
    body: singleLeadChange,
    answers: { 200: z.object({ note: z.string() }) },
    errors: ['lead_not_found'],
  },
  'DELETE /api/leads/{id}': {
    summary: 'Deletes a lead with its recording.',
    access: 'admin',
    params,
    answers: { 204: null },
    errors: ['lead_not_found'],
  },
  'POST /api/leads/{id}/attempts': {
    summary: 'Adds a call back to the history of a lead.',
    access: 'admin',
    params,
    body: newAttempt,
    answers: { 204: null },
    errors: ['lead_not_found'],
  },
  'GET /api/leads/{id}/audio': {
    summary: 'The recording; takes Range and If-None-Match, and download=1 for a file name.',
    access: 'admin',
    params,
    query: audioQuery,
    answers: { 200: 'audio/webm', 206: 'audio/webm' },
    errors: ['lead_not_found', 'audio_not_found', 'range_not_satisfiable'],
  },
  'HEAD /api/leads/{id}/audio': {
    summary: 'The size and type of the recording.',
    access: 'admin',
    params,
    query: audioQuery,
    answers: { 200: 'audio/webm' },
    errors: ['lead_not_found', 'audio_not_found'],
  },
  'GET /api/leads/{id}/transcript': {
    summary: 'The conversation as text or subtitles.',
    access: 'admin',
    params,
    query: transcriptQuery,
    answers: { 200: 'text/plain' },
    errors: ['lead_not_found'],
  },
  'POST /api/leads/{id}/process': {
    summary: 'Processes a lead again.',
    access: 'admin',
    params,
    answers: { 202: leadReceipt },
    errors: ['lead_not_found', 'already_processing'],
  },
  'GET /api/admin/views': {
    summary: 'The views of the desk with the number of leads in each.',
    access: 'admin',
    answers: { 200: deskViews },
  },
  'POST /api/admin/views': {
    summary: 'Saves a view of the desk.',
    access: 'admin',
    body: newDeskView,
    answers: { 201: z.object({ id: z.uuid() }) },
  },
  'DELETE /api/admin/views': {
    summary: 'Deletes a saved view.',
    access: 'admin',
    body: z.object({ id: z.uuid() }),
    answers: { 204: null },
  },
} satisfies Endpoints;
