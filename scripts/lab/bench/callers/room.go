package main

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/livekit/protocol/livekit"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
	"google.golang.org/protobuf/proto"
)

// LiveKit's signalling has one connection for each direction. The server offers the one on which it sends.
const protocolVersion = 12

const microphone = "microphone"

// room is one participant's signal connection and its two media connections.
type room struct {
	socket    *websocket.Conn
	writing   sync.Mutex
	publisher *webrtc.PeerConnection
	listener  *webrtc.PeerConnection
	track     *webrtc.TrackLocalStaticSample
	talk      *conversation
}

// join stays in the room until the server ends the call or ctx is done.
func join(ctx context.Context, serverURL, token string, talk *conversation) error {
	address, err := url.Parse(serverURL)
	if err != nil {
		return err
	}
	address = address.JoinPath("rtc")
	query := url.Values{"access_token": {token}, "auto_subscribe": {"1"}, "protocol": {strconv.Itoa(protocolVersion)}, "sdk": {"go"}}
	address.RawQuery = query.Encode()
	socket, _, err := websocket.DefaultDialer.DialContext(ctx, address.String(), nil)
	if err != nil {
		return err
	}
	r := &room{socket: socket, talk: talk}
	if err := r.connect(); err != nil {
		return err
	}
	done, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		r.listener.Close()
		r.publisher.Close()
	}()
	context.AfterFunc(done, func() { socket.Close() })
	go r.speak(done)
	for {
		_, data, err := socket.ReadMessage()
		if err != nil {
			return ctx.Err()
		}
		response := &livekit.SignalResponse{}
		if err := proto.Unmarshal(data, response); err != nil {
			return err
		}
		if response.GetLeave() != nil {
			talk.closedByAgent()
			return nil
		}
		if err := r.handle(response); err != nil {
			return err
		}
	}
}

// connect makes both media connections, without any server but the room's own.
func (r *room) connect() error {
	settings := webrtc.SettingEngine{}
	settings.SetIncludeLoopbackCandidate(true)
	api := webrtc.NewAPI(webrtc.WithSettingEngine(settings))
	var err error
	if r.publisher, err = api.NewPeerConnection(webrtc.Configuration{}); err != nil {
		return err
	}
	if r.listener, err = api.NewPeerConnection(webrtc.Configuration{}); err != nil {
		return err
	}
	opus := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48_000, Channels: 2}
	if r.track, err = webrtc.NewTrackLocalStaticSample(opus, microphone, microphone); err != nil {
		return err
	}
	if _, err = r.publisher.AddTrack(r.track); err != nil {
		return err
	}
	r.publisher.OnICECandidate(func(found *webrtc.ICECandidate) { r.trickle(found, livekit.SignalTarget_PUBLISHER) })
	r.listener.OnICECandidate(func(found *webrtc.ICECandidate) { r.trickle(found, livekit.SignalTarget_SUBSCRIBER) })
	r.listener.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		for {
			packet, _, err := track.ReadRTP()
			if err != nil {
				return
			}
			r.talk.hear(packet.Payload, time.Now())
		}
	})
	return nil
}

// speak sends a packet each 20 ms, as a microphone does.
func (r *room) speak(ctx context.Context) {
	every := time.NewTicker(packetLasts)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			if r.track.WriteSample(media.Sample{Data: r.talk.next(now), Duration: packetLasts}) != nil {
				return
			}
		}
	}
}

func (r *room) handle(response *livekit.SignalResponse) error {
	switch message := response.Message.(type) {
	case *livekit.SignalResponse_Join:
		go r.ping(message.Join.GetPingInterval())
		return r.send(&livekit.SignalRequest{Message: &livekit.SignalRequest_AddTrack{AddTrack: &livekit.AddTrackRequest{
			Cid: microphone, Name: microphone, Type: livekit.TrackType_AUDIO, Source: livekit.TrackSource_MICROPHONE,
		}}})
	case *livekit.SignalResponse_TrackPublished:
		offer, err := r.publisher.CreateOffer(nil)
		if err != nil {
			return err
		}
		if err := r.publisher.SetLocalDescription(offer); err != nil {
			return err
		}
		return r.send(&livekit.SignalRequest{Message: &livekit.SignalRequest_Offer{Offer: described(offer)}})
	case *livekit.SignalResponse_Answer:
		return r.publisher.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: message.Answer.GetSdp()})
	case *livekit.SignalResponse_Offer:
		return r.answer(message.Offer.GetSdp(), message.Offer.GetId())
	case *livekit.SignalResponse_Trickle:
		candidate := webrtc.ICECandidateInit{}
		if err := json.Unmarshal([]byte(message.Trickle.GetCandidateInit()), &candidate); err != nil {
			return err
		}
		if message.Trickle.GetTarget() == livekit.SignalTarget_PUBLISHER {
			return r.publisher.AddICECandidate(candidate)
		}
		return r.listener.AddICECandidate(candidate)
	}
	return nil
}

func (r *room) answer(sdp string, id uint32) error {
	if err := r.listener.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: sdp}); err != nil {
		return err
	}
	answer, err := r.listener.CreateAnswer(nil)
	if err != nil {
		return err
	}
	if err := r.listener.SetLocalDescription(answer); err != nil {
		return err
	}
	description := described(answer)
	description.Id = id
	return r.send(&livekit.SignalRequest{Message: &livekit.SignalRequest_Answer{Answer: description}})
}

func described(description webrtc.SessionDescription) *livekit.SessionDescription {
	return &livekit.SessionDescription{Type: description.Type.String(), Sdp: description.SDP}
}

func (r *room) trickle(found *webrtc.ICECandidate, target livekit.SignalTarget) {
	if found == nil {
		return
	}
	candidate, err := json.Marshal(found.ToJSON())
	if err != nil {
		return
	}
	message := &livekit.TrickleRequest{CandidateInit: string(candidate), Target: target}
	_ = r.send(&livekit.SignalRequest{Message: &livekit.SignalRequest_Trickle{Trickle: message}})
}

// ping keeps the signal connection, until it is closed.
func (r *room) ping(intervalS int32) {
	for {
		time.Sleep(time.Duration(max(intervalS, 1)) * time.Second)
		ping := &livekit.SignalRequest_Ping{Ping: time.Now().UnixMilli()}
		if r.send(&livekit.SignalRequest{Message: ping}) != nil {
			return
		}
	}
}

func (r *room) send(request *livekit.SignalRequest) error {
	data, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	r.writing.Lock()
	defer r.writing.Unlock()
	return r.socket.WriteMessage(websocket.BinaryMessage, data)
}
