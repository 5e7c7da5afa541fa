package vote

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
)

// Cast sets the voter's vote on an item to Up or Down, or removes it with None, and returns the counts after it. Repeating a
// vote changes nothing. Faults: not found for an unknown or hidden item; denied for the voter's own; invalid for a downvote on
// content that has upvotes only.
func (s *Service) Cast(ctx context.Context, voter uuid.UUID, targetType string, id uuid.UUID, value int) (Summary, error) {
	t, err := s.target(targetType)
	if err != nil {
		return Summary{}, err
	}
	if t.UpvotesOnly && value == Down {
		return Summary{}, fault.Invalid("voteType", t.Noun+" cannot be downvoted")
	}
	b := &ballot{voter: voter, target: id, value: value}
	if t.batch == nil {
		b.sum, err = b.castByStatement(ctx, s.db, t, s.now())
	} else if err = t.batch.Write(ctx, b); err == nil {
		err = b.refused
	}
	if err != nil {
		return Summary{}, err
	}
	announce(ctx, s.db, t.Votable, id)
	return b.sum, nil
}

// announce announces new vote counts of an item.
func announce(ctx context.Context, db *store.DB, v domain.Votable, id uuid.UUID) {
	if v.Voted != nil {
		db.Announce(ctx, v.Voted(id))
	}
}

type ballot struct {
	voter  uuid.UUID
	target uuid.UUID
	value  int

	// The result in a batch.
	sum     Summary
	refused error
}

func (b *ballot) refuse(v domain.Votable, owner uuid.UUID, visible bool) error {
	switch {
	case owner == b.voter:
		return fault.Denied("OWN_CONTENT", "You cannot vote on your own content")
	case !visible:
		return notFound(v)
	}
	return nil
}
