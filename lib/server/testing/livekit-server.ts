import http from 'node:http';
import { once } from 'node:events';

/** A loopback LiveKit room API for rooms and their participants. */
export interface RoomServer {
  url: string;
  rooms: Set<string>;
  /** Identities of the participants of each room. */
  participants: Map<string, Set<string>>;
  /** The bodies of all requests to make a room, in LiveKit's own JSON. */
  createdRooms: { name: string; agents?: { agentName: string; metadata: string }[] }[];
  /** While true, every answer has status 500. */
  isFailing: boolean;
  /** Awaited before each answer. */
  onRequest?: () => Promise<void>;
  close(): Promise<void>;
}

export async function startRoomServer(): Promise<RoomServer> {
  const rooms = new Set<string>();
  const server = http.createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    await running.onRequest?.();
    if (running.isFailing) return response.writeHead(500).end('{}');
    const body = Buffer.concat(chunks).toString();
    if (request.url?.endsWith('/CreateRoom')) {
      const room: RoomServer['createdRooms'][number] = JSON.parse(body);
      running.createdRooms.push(room);
      rooms.add(room.name);
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: room.name }));
    }
    const {
      room = '',
      identity = '',
      ...fields
    }: { names?: string[]; room?: string; identity?: string } = JSON.parse(body);
    const identities = running.participants.get(room) ?? new Set();
    if (request.url?.endsWith('/RemoveParticipant')) identities.delete(identity);
    if (request.url?.endsWith('/DeleteRoom')) rooms.delete(room);
    if (room !== '') {
      const participants = [...identities].map((each) => ({ identity: each }));
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ participants }));
    }
    const openRooms = (fields.names ?? [...rooms]).filter((name) => rooms.has(name));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ rooms: openRooms.map((name) => ({ name })) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  const url = `ws://127.0.0.1:${port}`;
  const running: RoomServer = {
    url,
    rooms,
    participants: new Map(),
    createdRooms: [],
    isFailing: false,
    close,
  };
  return running;
}
