import { Agent, get } from 'node:http';

const connections = 16;
const warmMs = 1_500;
const measureMs = 4_000;

/** GET requests a second that are answered in full, over 16 connections that stay open, as a browser asks for a page. */
export async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    await inRound(url, agent, warmMs);
    return (await inRound(url, agent, measureMs)) / (measureMs / 1000);
  } finally {
    agent.destroy();
  }
}

async function inRound(url: string, agent: Agent, lengthMs: number): Promise<number> {
  const end = performance.now() + lengthMs;
  let answered = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      await ask(url, agent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  return answered;
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip', accept: 'text/html' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET ${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}
