package signin

import (
	"encoding/json"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func (s *Service) identityToProto(row *ent.Identity) *pb.Identity {
	out := &pb.Identity{
		Id: row.ID.String(), Provider: row.Provider, Name: s.ProviderName(row.Provider), Label: row.Label,
		CreatedAt: timestamppb.New(row.CreatedAt),
	}
	if row.LastUsedAt != nil {
		out.LastUsedAt = timestamppb.New(*row.LastUsedAt)
	}
	return out
}

// PasskeyToProto converts a passkey.
func PasskeyToProto(row *ent.Passkey) *pb.Passkey {
	out := &pb.Passkey{Id: row.ID.String(), Name: row.Name, CredentialId: row.CredentialID, Synced: row.Synced,
		CreatedAt: timestamppb.New(row.CreatedAt)}
	if row.LastUsedAt != nil {
		out.LastUsedAt = timestamppb.New(*row.LastUsedAt)
	}
	return out
}

// toStruct converts what go-webauthn has for a browser.
func toStruct(options any) (*structpb.Struct, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	out := new(structpb.Struct)
	return out, out.UnmarshalJSON(text)
}

// answerOf returns what a browser sent as JSON, {} for nothing.
func answerOf(credential *structpb.Struct) []byte {
	text, err := credential.MarshalJSON()
	if err != nil { // a number that JSON does not have
		return nil
	}
	return text
}
