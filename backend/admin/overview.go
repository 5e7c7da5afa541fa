package admin

import (
	"context"
	"fmt"
	"time"

	"uvboard/backend/feedback"
	"uvboard/backend/platform/mail"
	"uvboard/backend/stats"
	"uvboard/ent/featureact"
	entmail "uvboard/ent/mail"
)

// Settings are the parts of the board that the operator configures by environment variables.
type Settings struct {
	Mail               bool
	VibeKit, Donations Provider
}

// Step is a step of setting up the board. Detail is its state in a sentence.
type Step struct {
	ID, Detail string
	Done       bool
	CanTest    bool
	TestedAt   time.Time // zero before the first test
}

// Trend is what is new in seven days, today included, and in the seven days before.
type Trend struct {
	ID            string
	Count, Before int
}

// Overview is what an admin looks at first.
type Overview struct {
	Setup []Step

	Cases, Appeals, Messages, MailFailed, FeedsFailing int // what waits for an admin

	DatabaseBytes, UploadBytes int64
	Uploads                    int

	Week    []Trend
	Answers feedback.AnswerStats
	Demo    *Demo // nil without any
}

// Overview returns what is left to set up, what waits for an admin, and how the board grows.
func (s *Service) Overview(ctx context.Context) (*Overview, error) {
	o := &Overview{}
	counts, err := s.Stats.Counts(ctx, stats.Users, stats.Projects, stats.Channels)
	if err != nil {
		return nil, err
	}
	feeds, err := s.News.Reading(ctx)
	if err != nil {
		return nil, err
	}
	o.FeedsFailing = len(feeds.Failing)
	featured, err := s.db.Client().FeatureAct.Query().Where(featureact.Featured(true)).Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for a featured project: %w", err)
	}
	// the order lets PostgreSQL use the index
	mailSent, err := s.db.Client().Mail.Query().Where(entmail.State(mail.Sent)).Order(entmail.ByID()).Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for a sent mail: %w", err)
	}
	if o.Setup, err = s.steps(ctx, counts, feeds.String(), feeds.Read > 0, featured, mailSent); err != nil {
		return nil, err
	}

	if o.Cases, err = s.Moderation.OpenCases(ctx); err != nil {
		return nil, err
	}
	if o.Appeals, err = s.Moderation.OpenAppeals(ctx); err != nil {
		return nil, err
	}
	if o.Messages, err = s.Contact.New(ctx); err != nil {
		return nil, err
	}
	if _, o.MailFailed, _, err = mail.Backlog(ctx, s.db, s.now()); err != nil {
		return nil, err
	}
	if o.DatabaseBytes, err = s.db.Size(ctx); err != nil {
		return nil, err
	}
	if o.Uploads, o.UploadBytes, err = s.Uploads.Total(ctx); err != nil {
		return nil, err
	}
	if o.Demo, err = s.Demo(ctx); err != nil {
		return nil, err
	}
	if o.Answers, err = s.Feedback.AnswerStats(ctx); err != nil {
		return nil, err
	}
	before, week, err := s.Analytics.Weeks(ctx)
	if err != nil {
		return nil, err
	}
	o.Week = []Trend{
		{"users", week.SignUps, before.SignUps}, {"projects", week.Projects, before.Projects},
		{"posts", week.Posts, before.Posts}, {"votes", week.Votes, before.Votes},
	}
	return o, nil
}

func (s *Service) steps(ctx context.Context, counts map[string]int, feeds string,
	feedRead, featured, mailSent bool) ([]Step, error) {
	configured := func(id string, on bool, isOn, isOff string) Step {
		if on {
			return Step{ID: id, Detail: isOn, Done: true}
		}
		return Step{ID: id, Detail: isOff}
	}
	one := func(id string, n int, noun string) Step {
		return Step{ID: id, Detail: fmt.Sprintf("%d %s.", n, plural(noun, n)), Done: n > 0}
	}
	vibekit, err := s.step(ctx, stepVibeKit)
	if err != nil {
		return nil, err
	}
	donations, err := s.step(ctx, stepDonations)
	if err != nil {
		return nil, err
	}
	mails := configured("mail", s.settings.Mail, "The mail server takes mails.",
		"There is no mail server: mails stay in the mail queue. Set UVBOARD_SMTP_URL.")
	if mails.Done && !mailSent { // of the last 30 days
		mails = Step{ID: "mail", Detail: "A mail server is configured, but has not taken a mail yet. Send a test."}
	}
	return []Step{
		mails,
		one("channels", counts[stats.Channels], "channel"),
		{ID: "feeds", Detail: feeds, Done: feedRead},
		vibekit,
		donations,
		one("first_project", counts[stats.Projects], "public project"),
		configured("first_feature", featured, "A project is or was featured.", "No project has been featured yet."),
		{ID: "invite", Detail: fmt.Sprintf("%d %s.", counts[stats.Users], plural("member", counts[stats.Users])),
			Done: counts[stats.Users] > 1},
	}, nil
}

func plural(noun string, n int) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
