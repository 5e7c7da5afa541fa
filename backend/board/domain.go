package board

import (
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent/board"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what the settings contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	cached := []string{"/api/board", uvboardv1connect.BoardServiceGetBoardProcedure,
		uvboardv1connect.BoardServiceGetBoardPageProcedure}
	first := map[string]func(web.Request) []web.Call{
		web.EveryPage: func(r web.Request) []web.Call {
			shown := []web.Option{web.Shows(web.Header, header(r)), web.Shows(web.Footer, footer(r))}
			if r.Path == "/" {
				shown = append(shown, web.Shows(web.Intro, welcome(r)))
			}
			if r.Path == "/moderation" || r.Path == "/register" {
				shown = append(shown, web.Shows(web.Main, changed(r.Path)))
			}
			return []web.Call{web.Ask(h.GetBoard, &pb.GetBoardRequest{}, shown...)}
		},
	}
	for _, name := range pages {
		cached = append(cached, "/api/board/pages/"+name)
		ask := &pb.GetBoardPageRequest{Page: enumname.Enum[pb.BoardPageName](name)}
		var shown []web.Option
		if title := titles[name]; title != "" {
			shown = append(shown, web.Shows(web.Main, boardPage(title)))
		}
		first["/"+name] = func(web.Request) []web.Call {
			return []web.Call{web.Ask(h.GetBoardPage, ask, shown...)}
		}
	}
	return domain.Domain{
		Name: "board",
		Services: []server.Service{
			server.Mount[uvboardv1connect.BoardServiceHandler](uvboardv1connect.NewBoardServiceHandler, h)},
		Cached:  cached,
		Pages:   web.Pages{First: first},
		Uploads: []domain.UploadUse{{Kind: Kind, Table: board.Table, Visible: "true", Ownerless: true}},
	}
}
