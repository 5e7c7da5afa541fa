package board

import (
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/web"
	"uvboard/ent/board"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what the settings contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	page := func(name pb.BoardPageName) func(web.Request) []web.Call {
		return func(web.Request) []web.Call {
			return []web.Call{web.Ask(h.GetBoardPage, &pb.GetBoardPageRequest{Page: name})}
		}
	}
	return domain.Domain{
		Name: "board",
		Services: []server.Service{
			server.Mount[uvboardv1connect.BoardServiceHandler](uvboardv1connect.NewBoardServiceHandler, h)},
		Cached: []string{
			"/api/board", "/api/board/pages/" + privacy, "/api/board/pages/" + terms,
			uvboardv1connect.BoardServiceGetBoardProcedure, uvboardv1connect.BoardServiceGetBoardPageProcedure,
		},
		Pages: web.Pages{First: map[string]func(web.Request) []web.Call{
			web.EveryPage: func(web.Request) []web.Call {
				return []web.Call{web.Ask(h.GetBoard, &pb.GetBoardRequest{})}
			},
			"/privacy": page(pb.BoardPageName_BOARD_PAGE_NAME_PRIVACY),
			"/terms":   page(pb.BoardPageName_BOARD_PAGE_NAME_TERMS),
		}},
		Uploads: []domain.UploadUse{{Kind: Kind, Table: board.Table, Visible: "true", Ownerless: true}},
	}
}
