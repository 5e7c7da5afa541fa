package web

import (
	"time"

	"uvboard/backend/project"
	"uvboard/ent"
)

// object is a thing in JSON-LD.
type object map[string]any

func thing(kind string) object { return object{"@context": "https://schema.org", "@type": kind} }

func (s *Service) siteData() object {
	o := thing("WebSite")
	o["name"], o["url"], o["description"] = s.product, s.origin+"/", defaultDescription
	o["potentialAction"] = object{
		"@type": "SearchAction", "query-input": "required name=q",
		"target": object{"@type": "EntryPoint", "urlTemplate": s.origin + "/search?q={q}"},
	}
	return o
}

func (s *Service) pageData(kind string, page Page) object {
	o := thing(kind)
	o["name"], o["url"], o["description"] = page.Name, page.Canonical, page.Description
	o["isPartOf"] = object{"@type": "WebSite", "name": s.product, "url": s.origin + "/"}
	return o
}

// projectData says only what the maker said: no rating and no price that nobody gave.
func (s *Service) projectData(p *ent.Project) object {
	o := thing("SoftwareApplication")
	o["@id"], o["url"] = s.projectAddress(p.ID), s.projectAddress(p.ID)
	o["name"], o["headline"], o["description"] = p.Title, p.Tagline, project.PlainDescription(p)
	o["image"] = s.cover(p)
	o["applicationCategory"] = project.CategoryLabel(p.PrimaryCategory)
	if p.PublishedAt != nil {
		o["datePublished"] = instant(*p.PublishedAt)
	}
	o["dateModified"] = instant(p.UpdatedAt)
	owner := p.Edges.Owner
	author := object{"@type": "Person", "name": displayName(owner)}
	if owner.DeletedAt == nil { // else there is no profile to lead to
		author["alternateName"], author["url"] = owner.ViberTag, s.profileAddress(owner)
	}
	o["author"] = author
	if len(p.Tags) > 0 {
		o["keywords"] = p.Tags
	}
	if p.Monetization == "free" || p.Monetization == "open_source" {
		o["isAccessibleForFree"] = true
	}
	o["interactionStatistic"] = counted("LikeAction", p.Upvotes)
	if elsewhere := filled(p.Links.Website, p.Links.Demo, p.Links.Repo, p.Links.Docs); len(elsewhere) > 0 {
		o["sameAs"] = elsewhere
	}
	return o
}

func (s *Service) profileData(page Page, u *ent.User) object {
	person := object{
		"@type": "Person", "@id": page.Canonical, "name": displayName(u), "alternateName": u.ViberTag, "url": page.Canonical,
		"interactionStatistic":      counted("LikeAction", u.UpvotesReceived),
		"agentInteractionStatistic": counted("WriteAction", u.ProjectCount),
	}
	if u.Bio != "" {
		person["description"] = u.Bio
	}
	if u.Avatar != "" {
		person["image"] = s.absolute(u.Avatar)
	}
	if u.Website != "" {
		person["sameAs"] = []string{u.Website}
	}
	o := thing("ProfilePage")
	o["url"], o["dateCreated"], o["dateModified"] = page.Canonical, instant(u.CreatedAt), instant(u.UpdatedAt)
	o["mainEntity"] = person
	return o
}

func counted(action string, n int) object {
	return object{"@type": "InteractionCounter", "interactionType": "https://schema.org/" + action, "userInteractionCount": n}
}

func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func filled(texts ...string) []string {
	var some []string
	for _, text := range texts {
		if text != "" {
			some = append(some, text)
		}
	}
	return some
}
