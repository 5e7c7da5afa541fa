package forum

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	"uvboard/ent/user"
)

const demoBatch = 50

// RemoveDemo deletes some of the channels that uvboard seed made, after a position. A channel with a thread of a real
// user stays. Call it before the demo accounts are erased. It returns the position of the next call, and whether there
// are more.
func (s *Service) RemoveDemo(ctx context.Context, after uuid.UUID) (next uuid.UUID, more bool, err error) {
	ids, err := s.db.Client().ForumChannel.Query().
		Where(forumchannel.DeletedAtIsNil(), forumchannel.HasCreatorWith(user.IsDemo(true)), forumchannel.IDGT(after)).
		Order(forumchannel.ByID()).Limit(demoBatch).IDs(ctx)
	if err != nil {
		return after, false, fmt.Errorf("demo channels: %w", err)
	}
	for _, id := range ids {
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			channels, err := s.lockChannels(ctx, tx, id)
			if err != nil || channels[id] == nil || channels[id].DeletedAt != nil {
				return err
			}
			used, err := tx.ForumThread.Query().
				Where(forumthread.ChannelID(id), forumthread.DeletedAtIsNil(),
					forumthread.HasAuthorWith(user.IsDemo(false))).Exist(ctx)
			if err != nil || used {
				return err
			}
			return s.dropChannel(ctx, tx, nil, channels[id])
		})
		if err != nil {
			return after, false, fmt.Errorf("remove a demo channel: %w", err)
		}
	}
	if len(ids) < demoBatch {
		return after, false, nil
	}
	return ids[len(ids)-1], true, nil
}
