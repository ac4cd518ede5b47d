//! A report as one HTML page, without scripts, fonts or pictures from elsewhere.

use std::fmt::Write;

use crate::summary::{Share, Spread, Standing, Summary};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;\
padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #ddd}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{display:block}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}}";

/// A page about battles of a ruleset. `cited` holds how often each rule fired, if that was counted.
pub fn page(title: &str, summary: &Summary, cited: &[(String, u64)]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<h1>{0}</h1>\n",
        escaped(title)
    );
    let Summary { games, draws, by_limit, unfinished, players, .. } = summary;
    let [red, blue] = players.0;
    let mut line = |text: String| out.extend([text.as_str(), "\n"]);
    line(format!(
        "<p>{games} battles, red played by {red}, blue by {blue}; {draws} drawn, {by_limit} ended by the turn limit, {unfinished} broken off.</p>"
    ));
    line("<h2>Results</h2>".into());
    let sides = [("red", &summary.red), ("blue", &summary.blue)];
    line(table("side", sides.map(|(who, won)| (who.to_owned(), *games, *won)).into_iter()));
    if summary.armies.len() > 1 {
        line("<h2>Armies</h2>".into());
        line(table("army", summary.armies.iter().map(cells)));
    }
    if summary.pairings.len() > 1 {
        line("<h2>Pairings (wins of the first)</h2>".into());
        line(table("pairing", summary.pairings.iter().map(cells)));
    }
    line(
        "<h2>Endings</h2>\n<table><tr><th>how</th><th>rule</th><th class=\"n\">battles</th></tr>"
            .into(),
    );
    for ending in &summary.endings {
        let (how, rule) = (escaped(ending.how), ending.rule);
        line(format!(
            "<tr><td>{how}</td><td>{rule}</td><td class=\"n\">{}</td></tr>",
            ending.games
        ));
    }
    line("</table>\n<h2>Length and losses</h2>".into());
    line("<table><tr><th>what</th><th class=\"n\">mean</th><th class=\"n\">least</th><th class=\"n\">quarter</th><th class=\"n\">half</th><th class=\"n\">three quarters</th><th class=\"n\">most</th></tr>".into());
    for (what, spread) in [
        ("turns", &summary.turns),
        ("actions", &summary.actions),
        ("points lost by red", &summary.red_lost),
        ("points lost by blue", &summary.blue_lost),
        ("dice and cards", &summary.dice),
    ] {
        let Spread { mean, min, lower_quartile, median, upper_quartile, max } = spread;
        let numbers = [min, lower_quartile, median, upper_quartile, max];
        let numbers = numbers.map(|n| format!("<td class=\"n\">{n}</td>")).concat();
        line(format!("<tr><td>{what}</td><td class=\"n\">{mean:.1}</td>{numbers}</tr>"));
    }
    line("</table>".into());
    if !cited.is_empty() {
        line("<h2>Rules</h2>\n<table><tr><th>rule</th><th class=\"n\">fired</th></tr>".into());
        for (rule, times) in cited {
            line(format!("<tr><td>{rule}</td><td class=\"n\">{times}</td></tr>"));
        }
        line("</table>".into());
    }
    out.push_str("</html>\n");
    out
}

type Cells = (String, usize, Share);

fn cells(standing: &Standing) -> Cells {
    (standing.who.clone(), standing.games, standing.won)
}

fn table(what: &str, rows: impl Iterator<Item = Cells>) -> String {
    let mut out = format!(
        "<table><tr><th>{what}</th><th class=\"n\">battles</th><th class=\"n\">wins</th>\
         <th class=\"n\">share</th><th>95% interval</th></tr>"
    );
    for (who, games, won) in rows {
        let Share { wins, share, low, high } = won;
        write!(
            out,
            "\n<tr><td>{}</td><td class=\"n\">{games}</td><td class=\"n\">{wins}</td>\
             <td class=\"n\">{:.1}%</td><td>{}</td></tr>",
            escaped(&who),
            share * 100.0,
            bar(share, low, high)
        )
        .expect("strings take all that is written");
    }
    out.push_str("\n</table>");
    out
}

/// A bar for a share, with a line over its interval and a mark at one half.
fn bar(share: f64, low: f64, high: f64) -> String {
    let (share, low, high) = (share * 200.0, low * 200.0, high * 200.0);
    format!(
        "<svg width=\"200\" height=\"16\" role=\"img\" aria-label=\"{:.1}% to {:.1}%\">\
         <rect x=\"0\" y=\"3\" width=\"{share:.1}\" height=\"10\" fill=\"#7a8ba8\"/>\
         <line x1=\"100\" x2=\"100\" y1=\"0\" y2=\"16\" stroke=\"#999\" stroke-dasharray=\"2 2\"/>\
         <line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"8\" y2=\"8\" stroke=\"#c33\" stroke-width=\"2\"/>\
         </svg>",
        low / 2.0,
        high / 2.0
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use acies_ai::Player;
    use acies_core::Each;

    use super::*;
    use crate::play::Pairing;

    #[test]
    fn a_page_stands_alone() {
        let pairings = [Pairing { sides: Each(["a <1>".into(), "b".into()]), start: () }];
        let summary = Summary::of(&[], &pairings, Each([Player::Random; 2]));
        let page = page("Duels & more", &summary, &[("EX-1".into(), 3)]);
        assert!(page.contains("<h1>Duels &amp; more</h1>"));
        assert!(page.contains("<td>EX-1</td>"));
        assert!(!page.contains("http"), "nothing is fetched");
        assert!(!page.contains("<script"));
    }
}
