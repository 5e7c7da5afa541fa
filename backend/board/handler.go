package board

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/schema"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements BoardService.
type Handler struct{ service *Service }

// NewHandler returns a handler for service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// GetBoard implements BoardService.
func (h *Handler) GetBoard(ctx context.Context, _ *pb.GetBoardRequest) (*pb.GetBoardResponse, error) {
	b, err := h.service.Get(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetBoardResponse{Board: h.toProto(b)}, nil
}

// GetBoardSettings implements BoardService.
func (h *Handler) GetBoardSettings(ctx context.Context,
	_ *pb.GetBoardSettingsRequest) (*pb.GetBoardSettingsResponse, error) {
	b, err := h.service.GetSettings(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetBoardSettingsResponse{Board: h.settingsToProto(b)}, nil
}

// UpdateBoard implements BoardService.
func (h *Handler) UpdateBoard(ctx context.Context, r *pb.UpdateBoardRequest) (*pb.UpdateBoardResponse, error) {
	in := Change{
		Name: r.Name, Tagline: r.Tagline, Logo: r.Logo, Mark: r.Mark, Accent: r.Accent, ContactEmail: r.ContactEmail,
		TimeZone: r.TimeZone, PublicLog: r.PublicLog,
	}
	if r.Registration != nil {
		in.Registration = new(enumname.Of(*r.Registration))
	}
	if r.DefaultTheme != nil {
		in.DefaultTheme = new(enumname.Of(*r.DefaultTheme))
	}
	if r.FoundedYear != nil {
		in.FoundedYear = new(int(*r.FoundedYear))
	}
	if v := r.Voting; v != nil {
		in.MinAccountHours, in.EntryVotes = integer(v.MinAccountHours), integer(v.EntryVotes)
	}
	if r.FooterLinks != nil {
		links := make([]schema.FooterLink, len(r.FooterLinks.Values))
		for i, l := range r.FooterLinks.Values {
			links[i] = schema.FooterLink{Label: store.ToOneLine(l.Label), URL: l.Url}
		}
		in.FooterLinks = &links
	}
	if n := r.Newcomers; n != nil {
		if n.FirstPosts != nil {
			in.FirstPosts = new(enumname.Of(*n.FirstPosts))
		}
		if n.WatchedWords != nil {
			in.WatchedWords = &n.WatchedWords.Values
		}
		in.BlockedMailDomains, in.AllowedMailDomains = listOf(n.BlockedMailDomains), listOf(n.AllowedMailDomains)
		in.ProofOfWork = n.ProofOfWork
	}
	b, err := h.service.Update(ctx, auth.From(ctx), in)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateBoardResponse{Board: h.settingsToProto(b)}, nil
}

// listOf returns the values of a list, nil if it is absent.
func listOf(list *pb.StringList) *[]string {
	if list == nil {
		return nil
	}
	return &list.Values
}

// GetBoardPage implements BoardService.
func (h *Handler) GetBoardPage(ctx context.Context, r *pb.GetBoardPageRequest) (*pb.GetBoardPageResponse, error) {
	p, err := h.service.GetPage(ctx, enumname.Of(r.Page))
	if err != nil {
		return nil, err
	}
	return &pb.GetBoardPageResponse{Page: pageToProto(p)}, nil
}

// UpdateBoardPage implements BoardService.
func (h *Handler) UpdateBoardPage(ctx context.Context,
	r *pb.UpdateBoardPageRequest) (*pb.UpdateBoardPageResponse, error) {
	p, err := h.service.SetPage(ctx, auth.From(ctx), enumname.Of(r.Page), r.Content)
	if err != nil {
		return nil, err
	}
	return &pb.UpdateBoardPageResponse{Page: pageToProto(p)}, nil
}

// settingsToProto is toProto for admins.
func (h *Handler) settingsToProto(b *ent.Board) *pb.Board {
	out := h.toProto(b)
	out.Newcomers = &pb.Newcomers{
		FirstPosts:         new(enumname.Enum[pb.FirstPosts](b.FirstPosts)),
		WatchedWords:       &pb.StringList{Values: b.WatchedWords},
		BlockedMailDomains: &pb.StringList{Values: b.BlockedMailDomains},
		AllowedMailDomains: &pb.StringList{Values: b.AllowedMailDomains},
		ProofOfWork:        &b.ProofOfWork,
	}
	return out
}

// toProto converts what everybody may read.
func (h *Handler) toProto(b *ent.Board) *pb.Board {
	is := h.service.settings
	out := &pb.Board{
		Name: b.Name, Tagline: b.Tagline, Logo: b.Logo, Mark: b.Mark, Accent: b.Accent, ContactEmail: b.ContactEmail,
		Registration: enumname.Enum[pb.Registration](b.Registration), FoundedYear: int32(b.FoundedYear),
		DefaultTheme: enumname.Enum[pb.ColorTheme](b.DefaultTheme), TimeZone: b.TimeZone,
		PublicLog: b.PublicLogAt != nil,
		// Push needs no setting: the board makes its keys itself.
		Features: &pb.BoardFeatures{Donations: is.Donations, Vibekit: is.VibeKit, Mail: is.Mail, Push: true,
			Passkeys: is.Passkeys, StrongPasswords: is.StrongPasswords, ProofOfWork: b.ProofOfWork},
		Voting: &pb.Voting{MinAccountHours: new(int32(*b.MinAccountHours)), EntryVotes: new(int32(*b.EntryVotes))},
	}
	for _, p := range is.Providers {
		out.Providers = append(out.Providers, &pb.LoginProvider{Id: p.ID, Name: p.Name})
	}
	for _, l := range b.FooterLinks {
		out.FooterLinks = append(out.FooterLinks, &pb.FooterLink{Label: l.Label, Url: l.URL})
	}
	return out
}

func integer(n *int32) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

func pageToProto(p Page) *pb.BoardPage {
	out := &pb.BoardPage{Page: enumname.Enum[pb.BoardPageName](p.Name), Content: p.Content, ContentHtml: p.HTML}
	if p.At != nil {
		out.UpdatedAt = timestamppb.New(*p.At)
	}
	return out
}
