//! What is told of a duel: what happened, and why not.

use super::*;
use crate::tell::Teller;

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum Happened;
    pub fn tell(self: &Self, to: &mut Teller<'_, Duel>);

    Begun { hill: Seat, face: u8 } => {
        to.cites(&["TOY-1.3"]).heads();
        to.says(None, |it| format!("a {face}: {} have the hill", it.band(*hill).name));
    };
    Drew { by: Seat, card: Card } => {
        let card = if to.is(*by) { format!(": {}", card.word()) } else { String::new() };
        to.cites(&["TOY-1.4"]).says(*by, |it| format!("{} draw a card{card}", it.band(*by).name));
    };
    Chosen { by: Seat } => {
        to.cites(&["TOY-2.1"]).says(*by, |it| format!("{} have chosen a fighter", it.band(*by).name));
    };
    Threw { by: Seat, fighter: Fighter, sum: Box<Sum>, needs: i32, faces: Vec<u8>, hits: usize } => {
        to.cites(&[if *needs == 5 { "TOY-3.3" } else { "TOY-3.1" }]);
        to.says(*by, |it| {
            let hits = crate::words::counted(*hits, "hit");
            format!("the {} of {} makes {hits}", fighter.word(), it.band(*by).name)
        });
        to.sum(|_| "dice".into(), sum).detail(|_| format!("{faces:?}, {needs} or more hits"));
    };
    Fell { by: Seat, fighter: Fighter, rule: RuleId } => {
        to.cites(&[*rule]);
        to.says(*by, |it| format!("the {} of {} falls", fighter.word(), it.band(*by).name));
    };
    Pressed { by: Seat, face: Option<u8>, pressing: Pressing } => {
        let face = face.map_or("?".into(), |face| face.to_string());
        to.cites(&["TOY-3.5"]).says(*by, |it| format!("{} press on: {face}", it.band(*by).name));
    };
    Held { by: Seat } => {
        to.cites(&["TOY-3.5"]).says(*by, |it| format!("{} hold", it.band(*by).name));
    };
}

impl Event for Happened {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}

told! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum No;
    pub fn reason(self: &Self) -> Reason;

    Over => Reason::because(&["TOY-4.3"], "the duel is over");
    NotAsked { by: Seat } => Reason::because(&["TOY-2.4"], format!("{by} is not asked now"));
    NotNow => Reason::because(&["TOY-2.4"], "this is not what is asked now");
    Fallen { fighter: Fighter } =>
        Reason::because(&["TOY-2.2"], format!("no {} is left", fighter.word())).fact("fighter", fighter.word());
    CardPlayed => Reason::because(&["TOY-2.3"], "the card has been played");
}
