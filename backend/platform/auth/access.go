package auth

import (
	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Level is the access level of a procedure or route.
type Level int

// The levels. The zero value refuses every caller, so that a forgotten rule is closed.
const (
	Nobody Level = iota
	Public       // everyone
	User         // users, by session or access token
	Login        // users with a session; an access token is not enough
	Admin        // admins
)

// Limit names the rate limit that counts a call.
type Limit int

// The rate limits. Package ratelimit has their sizes.
const (
	LimitRead Limit = iota + 1
	LimitWrite
	LimitRegister
	LimitLogin    // a write that takes a password; wrong passwords of an address are counted as well
	LimitUsername // wrong passwords for a username, from all addresses
	LimitExport
	LimitReport
	LimitThread // forum threads and channels
	LimitReply  // replies and comments
	LimitContact
	LimitVibeKit // what the AI provider generates, counted by the service
	LimitDonation
	LimitVisit   // starts and ends of visits
	LimitPreview // a read that takes as long as to save a text
)

// Rule is the access rule and rate limit of a procedure or route.
type Rule struct {
	Level Level
	Limit Limit
}

// Writes reports whether a suspended user may not do this. What concerns only the own account stays allowed: passwords,
// sessions, the export and the deletion of the account.
func (r Rule) Writes() bool { return (r.Level == User || r.Level == Admin) && !r.Limit.reads() }

func (l Limit) reads() bool { return l == LimitRead || l == LimitPreview }

// access is the access table. A procedure that is not listed refuses every caller. Rules that depend on the object, such as
// owner only, are in the services.
var access = map[string]Rule{
	uvboardv1connect.AccountServiceRegisterProcedure:             {Public, LimitRegister},
	uvboardv1connect.AccountServiceLoginProcedure:                {Public, LimitLogin},
	uvboardv1connect.AccountServiceLogoutProcedure:               {Public, LimitWrite},
	uvboardv1connect.AccountServiceGetSessionProcedure:           {Public, LimitRead},
	uvboardv1connect.AccountServiceCreateTokenProcedure:          {Login, LimitWrite},
	uvboardv1connect.AccountServiceChangePasswordProcedure:       {Login, LimitLogin},
	uvboardv1connect.AccountServiceListSessionsProcedure:         {Login, LimitRead},
	uvboardv1connect.AccountServiceRevokeSessionProcedure:        {Login, LimitWrite},
	uvboardv1connect.AccountServiceRequestPasswordResetProcedure: {Public, LimitRegister},
	uvboardv1connect.AccountServiceConfirmPasswordResetProcedure: {Public, LimitWrite},
	uvboardv1connect.AccountServiceVerifyEmailProcedure:          {Public, LimitWrite},
	uvboardv1connect.AccountServiceSendVerificationProcedure:     {Login, LimitWrite},
	uvboardv1connect.AccountServiceChangeEmailProcedure:          {Login, LimitLogin},
	uvboardv1connect.AccountServiceCancelEmailChangeProcedure:    {Login, LimitWrite},
	uvboardv1connect.AccountServiceDeleteAccountProcedure:        {Login, LimitLogin},
	uvboardv1connect.AccountServiceListTokensProcedure:           {User, LimitRead},
	uvboardv1connect.AccountServiceDeleteTokenProcedure:          {User, LimitWrite},

	uvboardv1connect.UserServiceGetUserProcedure:           {Public, LimitRead},
	uvboardv1connect.UserServiceGetUserByUsernameProcedure: {Public, LimitRead},
	uvboardv1connect.UserServiceFindUsersProcedure:         {User, LimitRead},
	uvboardv1connect.UserServiceUpdateUserProcedure:        {User, LimitWrite},
	uvboardv1connect.UserServiceGetUserStatsProcedure:      {Public, LimitRead},
	uvboardv1connect.UserServiceListUserActivityProcedure:  {Public, LimitRead},
	uvboardv1connect.UserServiceListUserProjectsProcedure:  {Public, LimitRead},
	uvboardv1connect.UserServiceListTopUsersProcedure:      {Public, LimitRead},
	uvboardv1connect.UserServiceListActiveUsersProcedure:   {Public, LimitRead},

	uvboardv1connect.ProjectServiceListProjectsProcedure:        {Public, LimitRead},
	uvboardv1connect.ProjectServiceGetProjectProcedure:          {Public, LimitRead},
	uvboardv1connect.ProjectServiceListRelatedProjectsProcedure: {Public, LimitRead},
	uvboardv1connect.ProjectServiceCreateProjectProcedure:       {User, LimitWrite},
	uvboardv1connect.ProjectServiceUpdateProjectProcedure:       {User, LimitWrite},
	uvboardv1connect.ProjectServiceDeleteProjectProcedure:       {User, LimitWrite},
	uvboardv1connect.ProjectServiceFeatureProjectProcedure:      {Admin, LimitWrite},
	uvboardv1connect.ProjectServiceUnfeatureProjectProcedure:    {Admin, LimitWrite},
	uvboardv1connect.ProjectServiceListFeaturesProcedure:        {Admin, LimitRead},

	uvboardv1connect.BlogServiceListBlogPostsProcedure:        {Public, LimitRead},
	uvboardv1connect.BlogServiceGetBlogPostProcedure:          {Public, LimitRead},
	uvboardv1connect.BlogServiceCreateBlogPostProcedure:       {User, LimitWrite},
	uvboardv1connect.BlogServiceUpdateBlogPostProcedure:       {User, LimitWrite},
	uvboardv1connect.BlogServiceDeleteBlogPostProcedure:       {User, LimitWrite},
	uvboardv1connect.BlogServiceListRelatedBlogPostsProcedure: {Public, LimitRead},
	uvboardv1connect.BlogServiceListLinkedProjectsProcedure:   {Public, LimitRead},
	uvboardv1connect.BlogServiceGetBlogEngagementProcedure:    {Public, LimitRead},
	uvboardv1connect.BlogServiceLikeBlogPostProcedure:         {User, LimitWrite},
	uvboardv1connect.BlogServiceListBlogCommentsProcedure:     {Public, LimitRead},
	uvboardv1connect.BlogServiceCreateBlogCommentProcedure:    {User, LimitReply},
	uvboardv1connect.BlogServiceUpdateBlogCommentProcedure:    {User, LimitWrite},
	uvboardv1connect.BlogServiceDeleteBlogCommentProcedure:    {User, LimitWrite},
	uvboardv1connect.BlogServiceHideBlogCommentProcedure:      {User, LimitWrite},
	uvboardv1connect.BlogServiceListPopularTagsProcedure:      {Public, LimitRead},
	uvboardv1connect.BlogServiceGetBlogStatsProcedure:         {Public, LimitRead},

	uvboardv1connect.VoteServiceGetVoteSummaryProcedure:        {Public, LimitRead},
	uvboardv1connect.VoteServiceBatchGetVoteSummariesProcedure: {Public, LimitRead},
	uvboardv1connect.VoteServiceCastVoteProcedure:              {User, LimitWrite},
	uvboardv1connect.VoteServiceRemoveVoteProcedure:            {User, LimitWrite},

	uvboardv1connect.ForumServiceListChannelsProcedure:        {Public, LimitRead},
	uvboardv1connect.ForumServiceCreateChannelProcedure:       {User, LimitThread},
	uvboardv1connect.ForumServiceDeleteChannelProcedure:       {Admin, LimitWrite},
	uvboardv1connect.ForumServiceListThreadsProcedure:         {Public, LimitRead},
	uvboardv1connect.ForumServiceGetThreadProcedure:           {Public, LimitRead},
	uvboardv1connect.ForumServiceCreateThreadProcedure:        {User, LimitThread},
	uvboardv1connect.ForumServiceUpdateThreadProcedure:        {User, LimitWrite},
	uvboardv1connect.ForumServiceDeleteThreadProcedure:        {User, LimitWrite},
	uvboardv1connect.ForumServicePinThreadProcedure:           {Admin, LimitWrite},
	uvboardv1connect.ForumServiceLockThreadProcedure:          {Admin, LimitWrite},
	uvboardv1connect.ForumServiceMoveThreadProcedure:          {Admin, LimitWrite},
	uvboardv1connect.ForumServiceListPostsProcedure:           {Public, LimitRead},
	uvboardv1connect.ForumServiceCreatePostProcedure:          {User, LimitReply},
	uvboardv1connect.ForumServiceUpdatePostProcedure:          {User, LimitWrite},
	uvboardv1connect.ForumServiceDeletePostProcedure:          {User, LimitWrite},
	uvboardv1connect.ForumServiceSearchForumProcedure:         {Public, LimitRead},
	uvboardv1connect.ForumServiceGetForumStatsProcedure:       {Public, LimitRead},
	uvboardv1connect.ForumServiceBatchGetReadMarkersProcedure: {User, LimitRead},
	uvboardv1connect.ForumServiceMarkThreadReadProcedure:      {User, LimitWrite},

	uvboardv1connect.ModerationServiceCreateReportProcedure:   {User, LimitReport},
	uvboardv1connect.ModerationServiceListReportsProcedure:    {Admin, LimitRead},
	uvboardv1connect.ModerationServiceResolveReportProcedure:  {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceHideContentProcedure:    {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceRestoreContentProcedure: {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceWarnUserProcedure:       {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceSuspendUserProcedure:    {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceLiftSuspensionProcedure: {Admin, LimitWrite},
	uvboardv1connect.ModerationServiceListAuditLogProcedure:   {Admin, LimitRead},

	uvboardv1connect.AdminServiceGetAdminStatsProcedure:          {Admin, LimitRead},
	uvboardv1connect.AdminServiceListAdminUsersProcedure:         {Admin, LimitRead},
	uvboardv1connect.AdminServiceListAdminProjectsProcedure:      {Admin, LimitRead},
	uvboardv1connect.AdminServiceListAdminBlogPostsProcedure:     {Admin, LimitRead},
	uvboardv1connect.AdminServiceListAdminForumChannelsProcedure: {Admin, LimitRead},
	uvboardv1connect.AdminServiceRemoveUserProcedure:             {Admin, LimitWrite},
	uvboardv1connect.AdminServiceSetUserAdminProcedure:           {Admin, LimitWrite},
	uvboardv1connect.AdminServiceRemoveProjectProcedure:          {Admin, LimitWrite},
	uvboardv1connect.AdminServiceRemoveBlogPostProcedure:         {Admin, LimitWrite},
	uvboardv1connect.AdminServicePreviewBulkActionProcedure:      {Admin, LimitRead},
	uvboardv1connect.AdminServiceRunBulkActionProcedure:          {Admin, LimitWrite},

	uvboardv1connect.ContactServiceSendContactMessageProcedure:   {Public, LimitContact},
	uvboardv1connect.ContactServiceListContactMessagesProcedure:  {Admin, LimitRead},
	uvboardv1connect.ContactServiceUpdateContactMessageProcedure: {Admin, LimitWrite},

	uvboardv1connect.VibeKitServiceGenerateBriefProcedure:        {User, LimitWrite},
	uvboardv1connect.VibeKitServiceStreamBriefProcedure:          {User, LimitWrite},
	uvboardv1connect.VibeKitServiceGenerateLogoIdeasProcedure:    {User, LimitWrite},
	uvboardv1connect.VibeKitServiceStreamLogoIdeasProcedure:      {User, LimitWrite},
	uvboardv1connect.VibeKitServiceGetVibeKitStatusProcedure:     {User, LimitRead},
	uvboardv1connect.VibeKitServiceListGenerationsProcedure:      {User, LimitRead},
	uvboardv1connect.VibeKitServiceDeleteGenerationProcedure:     {User, LimitWrite},
	uvboardv1connect.DonationServiceGetDonationSettingsProcedure: {Public, LimitRead},
	uvboardv1connect.DonationServiceCreateDonationProcedure:      {Public, LimitDonation},
	uvboardv1connect.DonationServiceListDonationsProcedure:       {Admin, LimitRead},

	uvboardv1connect.StatsServiceGetCommunityStatsProcedure: {Public, LimitRead},

	uvboardv1connect.NewsServiceListNewsProcedure:        {Public, LimitRead},
	uvboardv1connect.NewsServiceListNewsSourcesProcedure: {Public, LimitRead},
	uvboardv1connect.NewsServiceListNewsFeedsProcedure:   {Admin, LimitRead},
	uvboardv1connect.NewsServiceAddNewsFeedProcedure:     {Admin, LimitWrite},
	uvboardv1connect.NewsServiceUpdateNewsFeedProcedure:  {Admin, LimitWrite},
	uvboardv1connect.NewsServiceDeleteNewsFeedProcedure:  {Admin, LimitWrite},
	uvboardv1connect.NewsServiceRefreshNewsProcedure:     {Admin, LimitWrite},

	uvboardv1connect.MailServiceListMailsProcedure:                {Admin, LimitRead},
	uvboardv1connect.MailServiceRetryMailProcedure:                {Admin, LimitWrite},
	uvboardv1connect.MailServiceRetryMailsProcedure:               {Admin, LimitWrite},
	uvboardv1connect.MailServiceRevealMailLinkProcedure:           {Admin, LimitWrite},
	uvboardv1connect.AnalyticsServiceCreateVisitProcedure:         {Public, LimitVisit},
	uvboardv1connect.AnalyticsServiceEndVisitProcedure:            {Public, LimitVisit},
	uvboardv1connect.AnalyticsServiceGetAnalyticsProcedure:        {Admin, LimitRead},
	uvboardv1connect.AnalyticsServiceGetProjectAnalyticsProcedure: {User, LimitRead},

	uvboardv1connect.LiveServiceSubscribeProcedure: {Public, LimitRead},

	uvboardv1connect.MarkdownServiceRenderMarkdownProcedure: {User, LimitPreview},
}

// RuleOf returns the rule of a procedure. An unknown procedure refuses every caller.
func RuleOf(procedure string) Rule {
	rule, ok := access[procedure]
	if !ok {
		return Rule{Level: Nobody, Limit: LimitWrite}
	}
	return rule
}

// Admit returns a fault if the caller, nil for a visitor, does not have the level.
func Admit(level Level, caller *Caller) error {
	switch {
	case level == Public:
		return nil
	case level == User && caller != nil:
		return nil
	case level == Login && caller != nil && caller.SessionID != uuid.Nil:
		return nil
	case level == Admin && caller != nil && caller.IsAdmin:
		return nil
	case level == Nobody:
		return fault.Denied("PERMISSION_DENIED", "Nobody may do this.")
	case caller == nil:
		return fault.Unauthenticated("UNAUTHENTICATED", "Please log in to continue.")
	case level == Login:
		return fault.Denied("LOGIN_REQUIRED", "An access token may not do this. Please log in.")
	default:
		return fault.Denied("ADMIN_REQUIRED", "Only admins may do this.")
	}
}
